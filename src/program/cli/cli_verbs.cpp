#include "program/cli/cli_verbs.hpp"

#include <cctype>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "program/cli/cli_print.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

constexpr std::string_view kDataVariable = "ONSALE_ENGINE_DATA";
constexpr std::string_view kDataDefault = "data";
constexpr std::size_t kDetailsIndent = 2;
constexpr std::size_t kTextFileMax = 64 * 1024 * 1024;

// A key is given directly, or as the name of a file that contains it.
std::string key_from(const std::string& file_or_value) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file_or_value, ignored)) return file_or_value;
    std::string key = read_text_file(file_or_value);
    key.erase(key.find_last_not_of(" \r\n") + 1);
    return key;
}

// "CODE: message", followed by the details, such as the wrong field.
std::string refusal_text(const AdminAnswer& answer) {
    json::error_code error;
    const json::value body = json::parse(answer.body, error);
    const json::object object = !error && body.is_object() ? body.get_object() : json::object{};
    const auto* code = object.if_contains("code");
    const auto* message = object.if_contains("message");
    if (code == nullptr || !code->is_string() || message == nullptr || !message->is_string())
        return fmt::format("the server answered {}: {}", answer.status, printable(answer.body));
    std::ostringstream text;
    text << printable(code->get_string()) << ": " << printable(message->get_string()) << '\n';
    if (const auto* details = object.if_contains("details"))
        print_value(text, *details, kDetailsIndent);
    return text.str().substr(0, text.str().size() - 1);
}

}  // namespace

CLI::App& add_verb(CLI::App& group, const VerbText& text) {
    CLI::App* verb = group.add_subcommand(text.name, text.help);
    verb->footer("Example:\n  " + text.example);
    return *verb;
}

void declare_data(CLI::App& verb, std::string& data, const Environment& environment) {
    const auto set = environment.find(std::string{kDataVariable});
    data = set == environment.end() ? std::string{kDataDefault} : set->second;
    verb.add_option("--data", data, "The server's data folder")->type_name("DIR");
}

void declare_online(CLI::App& verb, Online& online, Changes changes,
                    const Environment& environment) {
    declare_data(verb, online.data, environment);
    auto* url = verb.add_option("--url", online.url, "Server URL (default: local socket)")
                    ->type_name("URL");
    verb.add_option("--key", online.key, "Owner key for --url, or a file with the key")
        ->type_name("KEY")
        ->needs(url);
    verb.add_flag("--json", online.json, "Print the server's JSON");
    if (changes == Changes::kYes)
        verb.add_flag("--dry-run", online.dry_run, "Show the effect without applying it");
}

AdminAnswer ask(const Outside& outside, const Online& online, AdminRequest request) {
    if (online.dry_run) request.target += "?dryRun=true";
    const AdminAddress address{.socket = std::filesystem::path{online.data} / "admin.sock",
                               .url = online.url,
                               .key = online.key.empty() ? "" : key_from(online.key)};
    AdminAnswer answer = outside.call_admin(address, request);
    if (answer.status / 100 != 2) throw RefusedByServer{refusal_text(answer)};
    return answer;
}

int perform(const Outside& outside, const Online& online, AdminRequest request) {
    const AdminAnswer answer = ask(outside, online, std::move(request));
    if (online.dry_run && !online.json) outside.out << "Dry run, nothing was changed.\n";
    print_answer(outside.out, answer.body, online.json);
    return kOk;
}

void declare_event(CLI::App& verb, EventOption& option) {
    verb.add_option("EVENT", option.event, "Key of the event")->required()->type_name("");
}

std::string event_path(const std::string& event, const std::string& rest) {
    return "/api/admin/events/" + path_segment(event) + rest;
}

std::string path_segment(const std::string& text) {
    constexpr std::string_view kUnreserved = "-_.~";
    std::string segment;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || kUnreserved.find(c) != kUnreserved.npos)
            segment += c;
        else
            segment += fmt::format("%{:02X}", byte);
    }
    return segment;
}

std::string read_text_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file) throw UsageError{fmt::format("{}: cannot be read", path.string())};
    if (text.size() > kTextFileMax)
        throw UsageError{fmt::format("{}: is larger than 64 MiB", path.string())};
    return text;
}

void write_or_print(const Outside& outside, const std::filesystem::path& path,
                    std::string_view text) {
    if (path.empty()) {
        outside.out << text << std::flush;
        return;
    }
    std::ofstream file{path, std::ios::binary};
    file << text << std::flush;
    if (!file) throw std::runtime_error{fmt::format("{}: cannot be written", path.string())};
}

}  // namespace onsale::program
