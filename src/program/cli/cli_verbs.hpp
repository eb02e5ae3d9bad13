#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "program/cli/cli.hpp"

namespace onsale::program {

// The command line is well-formed but incomplete: exit code 2.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The result of parsing: the chosen verb, ready to run.
struct CommandLine {
    const Outside& outside;
    std::function<int()> chosen;
};

struct VerbText {
    std::string name;
    std::string help;
    std::string example;
};

// Adds a verb or a group of verbs. Its help ends with the example.
CLI::App& add_verb(CLI::App& group, const VerbText& text);

// `perform(options)` runs when the verb is chosen. `declare(verb, options)` adds its arguments.
template <class Options, class Declare, class Perform>
void add_verb(CLI::App& group, CommandLine& line, const VerbText& text, const Declare& declare,
              const Perform& perform) {
    CLI::App& verb = add_verb(group, text);
    const auto options = std::make_shared<Options>();
    declare(verb, *options);
    verb.callback([&line, options, perform] {
        line.chosen = [options, perform] { return perform(*options); };
    });
}

// How to reach the server and how to print its answer.
struct Online {
    std::string data;
    std::string url;
    std::string key;
    bool json = false;
    bool dry_run = false;
};

enum class Changes : bool { kNo, kYes };

void declare_data(CLI::App& verb, std::string& data, const Environment& environment);
void declare_online(CLI::App& verb, Online& online, Changes changes,
                    const Environment& environment);

// Sends the request, with ?dryRun=true if requested. Throws RefusedByServer unless it succeeds.
AdminAnswer ask(const Outside& outside, const Online& online, AdminRequest request);
// ask(), then prints the answer.
int perform(const Outside& outside, const Online& online, AdminRequest request);

// The server refused the request; what() is "CODE: message".
class RefusedByServer : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Adds a verb that sends one request, made by `make_request(options)`, to the running server.
template <class Options, class Declare, class MakeRequest>
void add_online_verb(CLI::App& group, CommandLine& line, Changes changes, const VerbText& text,
                     const Declare& declare, const MakeRequest& make_request) {
    using Both = std::pair<Options, Online>;
    add_verb<Both>(
        group, line, text,
        [&line, changes, declare](CLI::App& verb, Both& both) {
            declare(verb, both.first);
            declare_online(verb, both.second, changes, line.outside.environment);
        },
        [&outside = line.outside, make_request](const Both& both) {
            return perform(outside, both.second, make_request(both.first));
        });
}

struct EventOption {
    std::string event;
};
void declare_event(CLI::App& verb, EventOption& option);

// "/api/admin/events/KEY/rest" with the key escaped.
std::string event_path(const std::string& event, const std::string& rest = "");
std::string path_segment(const std::string& text);

std::string read_text_file(const std::filesystem::path& path);
// Replaces the file, or prints the text where no file is named. Throws if it cannot be written.
void write_or_print(const Outside& outside, const std::filesystem::path& path,
                    std::string_view text);

// The groups of verbs, each in its own file.
void add_serve_verb(CLI::App& app, CommandLine& line);
void add_crowd_verb(CLI::App& app, CommandLine& line);
void add_event_verbs(CLI::App& app, CommandLine& line);
void add_line_verbs(CLI::App& app, CommandLine& line);
void add_lever_verbs(CLI::App& line_group, CommandLine& line);
void add_watch_verbs(CLI::App& line_group, CommandLine& line);
void add_advise_verb(CLI::App& line_group, CommandLine& line);
void add_verify_order_verb(CLI::App& line_group, CommandLine& line);
void add_data_verbs(CLI::App& app, CommandLine& line);
void add_audit_verbs(CLI::App& app, CommandLine& line);
void add_hall_verbs(CLI::App& app, CommandLine& line);
void add_hall_online_verbs(CLI::App& hall_group, CommandLine& line);
void add_price_verbs(CLI::App& app, CommandLine& line);
void add_sale_verbs(CLI::App& app, CommandLine& line);
void add_order_verbs(CLI::App& app, CommandLine& line);
void add_image_verbs(CLI::App& app, CommandLine& line);
void add_outbox_verbs(CLI::App& app, CommandLine& line);
void add_redis_verbs(CLI::App& app, CommandLine& line);
void add_store_verbs(CLI::App& app, CommandLine& line);
void add_config_verbs(CLI::App& app, CommandLine& line);

}  // namespace onsale::program
