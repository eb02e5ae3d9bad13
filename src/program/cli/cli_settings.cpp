#include "program/cli/cli_settings.hpp"

#include <string_view>

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "base/json_keys.hpp"
#include "program/cli/cli_verbs.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

enum class Kind : std::uint8_t { kText, kTime, kDuration, kNumber };

// Names of the kinds in the help.
constexpr std::array<const char*, 4> kTypeNames = {"TEXT", "TIME", "DURATION", "NUMBER"};

struct Row {
    const char* option;
    std::string_view path;  // Path of the JSON member.
    Kind kind;
    const char* help;
};

constexpr std::string_view kRules = "rules.";

constexpr std::array kRows = {
    Row{"--title", "title", Kind::kText, "Title"},
    Row{"--artist", "artist", Kind::kText, "Artist"},
    Row{"--venue", "venue", Kind::kText, "Venue"},
    Row{"--time-zone", "timeZone", Kind::kText, "Zone of the calendar, like Asia/Seoul"},
    Row{"--redirect-to", "redirectTo", Kind::kText, "Redirect path after admission, like /seats"},
    Row{"--identity", "identity", Kind::kText, "visitor or site (account is reserved)"},
    Row{"--order", "order", Kind::kText, "fifo or lobby-shuffle"},
    Row{"--lobby-opens-at", "lobbyOpensAt", Kind::kTime, "Like 2026-11-15T19:30:00+09:00"},
    Row{"--opens-at", "opensAt", Kind::kTime, "Like 2026-11-15T20:00:00+09:00"},
    Row{"--closes-at", "closesAt", Kind::kTime, "Like 2026-11-16T20:00:00+09:00"},
    Row{"--max-active", "rules.maxActive", Kind::kNumber, "Maximum number of admitted guests"},
    Row{"--admit-per-second", "rules.admitPerSecond", Kind::kNumber, "Admissions per second"},
    Row{"--admission-ttl", "rules.admissionTtl", Kind::kDuration, "How long an admission lasts"},
    Row{"--claim-within", "rules.claimWithin", Kind::kDuration,
        "Time to enter after admission; 0s: off"},
    Row{"--active-away-after", "rules.activeAwayAfter", Kind::kDuration,
        "Silence that ends an admission"},
    Row{"--extension", "rules.extension", Kind::kDuration, "Length of one extension; 0s: off"},
    Row{"--extensions", "rules.extensions", Kind::kNumber, "Extensions per admission; 0: off"},
    Row{"--away-after", "rules.awayAfter", Kind::kDuration,
        "Silence after which a guest is skipped"},
    Row{"--forget-after", "rules.forgetAfter", Kind::kDuration,
        "Silence after which a place is gone"},
    Row{"--line-max", "rules.lineMax", Kind::kNumber, "Maximum number of places in the line"},
    Row{"--stream-front", "rules.streamFront", Kind::kNumber, "Event streams up to this position"},
    Row{"--proof-of-work-bits", "rules.proofOfWorkBits", Kind::kNumber,
        "Proof-of-work bits at enter; 0: off"},
    Row{"--poll-admitted", "rules.pollAdmitted", Kind::kDuration,
        "Poll interval of admitted guests"},
};

void declare_rows(CLI::App& verb, SettingsOptions& options, bool rules_only) {
    options.of.resize(kRows.size());
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (rules_only && !kRows[i].path.starts_with(kRules)) continue;
        auto* option = verb.add_option(kRows[i].option, options.of[i], kRows[i].help)
                           ->type_name(kTypeNames[static_cast<std::size_t>(kRows[i].kind)]);
        if (kRows[i].kind == Kind::kNumber) option->check(CLI::TypeValidator<std::uint32_t>{""});
    }
}

// Sets the member at the path and creates missing objects.
void set_member(json::object& root, std::string_view path, json::value value) {
    json::object* object = &root;
    for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.')) {
        json::value& inner = (*object)[path.substr(0, dot)];
        if (!inner.is_object()) inner.emplace_object();
        object = &inner.get_object();
        path.remove_prefix(dot + 1);
    }
    (*object)[path] = std::move(value);
}

// Parses the text as JSON, otherwise takes it as a string: --set demo=true, --set title=Spring. A
// text that starts like a list or an object must be valid JSON.
json::value value_of(std::string_view name, std::string_view text) {
    json::error_code error;
    json::value value = json::parse(text, error);
    if (!error) {
        if (const auto repeated = repeated_key(text))
            throw UsageError{
                fmt::format("--set {}: \"{}\" occurs twice in one object", name, *repeated)};
        return value;
    }
    if (text.starts_with('[') || text.starts_with('{'))
        throw UsageError{fmt::format(
            "--set {}: {} is not JSON ({}); names and texts need double quotes, like "
            "--set "
            "'performances=[{{\"id\":\"day-1\",\"startsAt\":\"2026-11-20T19:00:00+09:00\"}}]'",
            name, text, error.message())};
    return json::value(text);
}

// A list is set as a whole: an element cannot be named by its index.
void check_name(std::string_view option, std::string_view name) {
    const bool numbered = name.find('[') != name.npos;
    if (name.empty() || numbered || name.starts_with('.') || name.ends_with('.') ||
        name.find("..") != name.npos)
        throw UsageError{fmt::format(
            "{} {}: {}", option, name,
            numbered ? "a list is set as a whole, like --set 'performances=[...]'; --file takes "
                       "more than fits a line"
                     : "must be a name, or names with dots between, like rules.maxActive")};
}

json::object read_object(const std::string& file) {
    auto value = waiting_room::parse_json(read_text_file(file));
    if (!value) throw UsageError{fmt::format("{}: {}", file, value.error().message)};
    if (!value->is_object()) throw UsageError{fmt::format("{}: must be a JSON object", file)};
    return std::move(value->get_object());
}

}  // namespace

void declare_settings(CLI::App& verb, SettingsOptions& options) {
    verb.add_option("--file", options.file, "Settings as JSON; the options below change them")
        ->type_name("FILE");
    declare_rows(verb, options, false);
    verb.add_flag("--demo", options.demo, "Mark it as a demo event");
    verb.add_option("--set", options.set, "Any setting; may be repeated")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all();
    verb.add_option("--unset", options.unset, "Setting to remove; may be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->take_all();
}

void declare_rules(CLI::App& verb, SettingsOptions& options) {
    declare_rows(verb, options, true);
}

json::object settings_patch(const SettingsOptions& options) {
    json::object patch = options.file.empty() ? json::object{} : read_object(options.file);
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (!options.of[i]) continue;
        const std::string& text = *options.of[i];
        set_member(
            patch, kRows[i].path,
            kRows[i].kind == Kind::kNumber ? value_of(kRows[i].path, text) : json::value(text));
    }
    if (options.demo) patch["demo"] = true;
    for (const std::string& assignment : options.set) {
        const auto equals = assignment.find('=');
        if (equals == assignment.npos || equals == 0)
            throw UsageError{fmt::format("--set {}: must be NAME=VALUE", assignment)};
        const std::string name = assignment.substr(0, equals);
        check_name("--set", name);
        set_member(patch, name, value_of(name, assignment.substr(equals + 1)));
    }
    for (const std::string& name : options.unset) {
        check_name("--unset", name);
        set_member(patch, name, nullptr);
    }
    return patch;
}

}  // namespace onsale::program
