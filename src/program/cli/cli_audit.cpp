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
        {"list", "What operators did, oldest first; --after the last number shows the next page",
         "onsale audit list --after 1200 --limit 50"},
        [](CLI::App& verb, ListOptions& options) {
            constexpr std::uint32_t kPageMax = 1'000;
            verb.add_option("--after", options.after, "First entry is the one after this number")
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
        {"head", "How far the log goes, and its hash there: keep it on another machine",
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
        {"verify", "Follow the chain from the first entry and name the first that is not right",
         "onsale audit verify --data data --head \"$KEPT_HEAD\""},
        [&outside](CLI::App& verb, Verify& options) {
            declare_data(verb, options.data, outside.environment);
            verb.add_option("--head", options.head,
                            "A head kept elsewhere; without it a cut-off end does not show")
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
        app, {"audit", "What operators did, in a log that shows a rewrite", "onsale audit list"});
    add_list_verb(group, line);
    add_head_verb(group, line);
    add_verify_verb(group, line);
}

}  // namespace onsale::program
