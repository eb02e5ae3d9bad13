// `onsale outbox` and `onsale reports`: messages, messages put aside, and the reports.
#include <fmt/format.h>

#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

// Retrying ten thousand messages takes a while at the lowest priority.
constexpr Duration kRetryDeadline = std::chrono::seconds{120};

struct Nothing {};
void declare_nothing(CLI::App&, Nothing&) {}

struct ListOptions {
    std::uint32_t limit = 100;
};

void add_list_verb(CLI::App& group, CommandLine& line) {
    add_online_verb<ListOptions>(
        group, line, Changes::kNo,
        {"list", "Messages not applied yet, and the oldest that failed, with the reason",
         "onsale outbox list --limit 20"},
        [](CLI::App& verb, ListOptions& options) {
            constexpr std::uint32_t kPageMax = 1'000;
            verb.add_option("--limit", options.limit, "Maximum number of messages")
                ->check(CLI::Range(1u, kPageMax))
                ->type_name("N");
        },
        [](const ListOptions& options) {
            return AdminRequest{.method = "GET",
                                .target = fmt::format("/api/admin/outbox?limit={}", options.limit),
                                .body = {}};
        });
}

}  // namespace

void add_outbox_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& outbox = add_verb(
        app, {"outbox", "Messages about bookings and refunds, and those that could not be applied",
              "onsale outbox list"});
    add_list_verb(outbox, line);
    add_online_verb<Nothing>(
        outbox, line, Changes::kYes,
        {"retry", "Apply failed messages again", "onsale outbox retry --dry-run"}, declare_nothing,
        [](const Nothing&) {
            return AdminRequest{"POST", "/api/admin/outbox/retry", "", kRetryDeadline};
        });
    CLI::App& reports =
        add_verb(app, {"reports", "Data of `onsale order report`", "onsale reports rebuild"});
    add_online_verb<Nothing>(
        reports, line, Changes::kYes,
        {"rebuild", "Rebuild the reports from the journal while the sale goes on",
         "onsale reports rebuild"},
        declare_nothing, [](const Nothing&) {
            return AdminRequest{"POST", "/api/admin/reports/rebuild", "", kRetryDeadline};
        });
}

}  // namespace onsale::program
