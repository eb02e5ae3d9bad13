// The operator's routes about the audit log: its entries and its head.
#include <optional>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;

constexpr std::uint64_t kPageDefault = 100;
constexpr std::uint64_t kPageMax = 1'000;
constexpr std::uint64_t kSeqMax = INT64_MAX;

// Entries of older versions have a sentence instead of codes, and a long value may have been cut.
// Such an effect is shown as it is.
void add_noted_effect(json::object& shown, std::string_view noted) {
    boost::system::error_code error;
    const json::value codes = json::parse(noted, error);
    const auto effect = error ? std::nullopt : effect_from_json(codes);
    if (effect) return add_effect(shown, *effect);
    shown["effect"] = noted;
    shown["effects"] = json::array{};
}

json::object entry_json(const AuditEntry& entry) {
    const AuditNote& note = entry.note;
    json::object shown{{"seq", entry.seq},
                       {"at", format_iso_time(entry.at)},
                       {"who", note.who},
                       {"what", note.what},
                       {"asked", note.asked},
                       {"about", note.about},
                       {"result", note.result},
                       {"count", note.count},
                       {"begun", note.begun},
                       {"request", note.request},
                       {"chain", hex_encode(as_bytes(entry.chain))}};
    add_noted_effect(shown, note.effect);
    return shown;
}

AdminRefusal unreadable(const std::string& why) {
    return {ErrorCode::kStorageUnavailable, {{"message", why}}};
}

}  // namespace

AdminWork show_audit(AdminCall call) {
    const auto after = query_number(call.query.get("after"), {.high = kSeqMax});
    if (!after) co_return fail(bad_field("after", "must be the number of an entry"));
    const auto limit = query_number(call.query.get("limit"), {1, kPageMax, kPageDefault});
    if (!limit) co_return fail(bad_field("limit", fmt::format("must be 1 to {}", kPageMax)));
    const auto page = co_await call.audit.page(*after, *limit);
    if (!page) co_return fail(unreadable(page.error()));
    json::array entries;
    for (const AuditEntry& entry : *page)
        entries.push_back(entry_json(entry));
    json::object body{{"entries", std::move(entries)}};
    // A full page may have a next one.
    if (page->size() == *limit) body["next"] = page->back().seq;
    co_return json_answer(body);
}

AdminWork show_audit_head(AdminCall call) {
    const auto head = co_await call.audit.head();
    if (!head) co_return fail(unreadable(head.error()));
    co_return json_answer({{"seq", head->seq}, {"head", hex_encode(as_bytes(head->chain))}});
}

}  // namespace onsale::http
