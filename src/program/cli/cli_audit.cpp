// `onsale audit`: the acts of operators, and whether their log is intact.
#include <algorithm>

#include <fmt/format.h>

#include "base/base64url.hpp"
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

struct ListOptions {
    std::uint64_t after = 0;
    std::uint32_t limit = 100;
};

void add_list_verb(CLI::App& group, CommandLine& line) {
    add_online_verb<ListOptions>(
        group, line, Changes::kNo,
        {"list", "Changes by operators, oldest first; for the next page use --after LAST_NUMBER",
         "onsale audit list --after 1200 --limit 50"},
        [](CLI::App& verb, ListOptions& options) {
            constexpr std::uint32_t kPageMax = 1'000;
            verb.add_option("--after", options.after, "Start after this entry number")
                ->type_name("SEQ");
            verb.add_option("--limit", options.limit, "Maximum number of entries")
                ->check(CLI::Range(1u, kPageMax))
                ->type_name("N");
        },
        [](const ListOptions& options) {
            return AdminRequest{.method = "GET",
                                .target = fmt::format("/api/admin/audit?after={}&limit={}",
                                                      options.after, options.limit),
                                .body = {}};
        });
}

struct Nothing {};

void add_head_verb(CLI::App& group, CommandLine& line) {
    add_online_verb<Nothing>(
        group, line, Changes::kNo,
        {"head", "Last entry number and hash; keep them on another machine",
         "onsale audit head --json"},
        [](CLI::App&, Nothing&) {},
        [](const Nothing&) {
            return AdminRequest{.method = "GET", .target = "/api/admin/audit/head", .body = {}};
        });
}

Sha256Digest head_from(const std::string& text) {
    const auto bytes = hex_decode(text);
    Sha256Digest head;
    if (!bytes || bytes->size() != head.size())
        throw UsageError{
            "--head: must be the 64 hexadecimal digits that `onsale audit head` shows"};
    std::ranges::copy(*bytes, head.begin());
    return head;
}

void add_verify_verb(CLI::App& group, CommandLine& line) {
    const Outside& outside = line.outside;
    struct Verify {
        std::string data;
        std::string head;
    };
    add_verb<Verify>(
        group, line,
        {"verify", "Check the hash chain and report the first invalid entry",
         "onsale audit verify --data data --head \"$KEPT_HEAD\""},
        [&outside](CLI::App& verb, Verify& options) {
            declare_data(verb, options.data, outside.environment);
            verb.add_option("--head", options.head,
                            "An exported head; needed to detect a truncated log")
                ->type_name("HASH");
        },
        [&outside](const Verify& options) {
            AuditVerifyOptions asked{.data = options.data, .head = {}};
            if (!options.head.empty()) asked.head = head_from(options.head);
            return outside.audit_verify(asked, outside.out);
        });
}

}  // namespace

void add_audit_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group = add_verb(
        app, {"audit", "Log of all changes by operators, in which later edits are detected",
              "onsale audit list"});
    add_list_verb(group, line);
    add_head_verb(group, line);
    add_verify_verb(group, line);
}

}  // namespace onsale::program
