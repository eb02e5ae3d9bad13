// The operator's routes about the outbox: progress, messages put aside, rebuilding the reports.
#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "operate/domain/message_codes.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kPageDefault = 100;
constexpr std::size_t kPageMax = 1'000;

Result<std::size_t, AdminRefusal> limit_of(const AdminCall& call) {
    const auto limit = query_number(call.query.get("limit"), {1, kPageMax, kPageDefault});
    if (!limit) return fail(bad_field("limit", fmt::format("must be 1 to {}", kPageMax)));
    return *limit;
}

json::object letter_json(const operate::PutAside& letter) {
    return {{"seq", letter.seq},     {"journalRow", letter.journal_seq},
            {"topic", letter.topic}, {"type", letter.type},
            {"key", letter.key},     {"reason", letter.reason}};
}

}  // namespace

AdminWork show_outbox(AdminCall call) {
    const auto limit = limit_of(call);
    if (!limit) co_return fail(limit.error());
    const auto state = co_await call.server.outbox(*limit);
    if (!state) co_return fail(storage_failure(state.error()));
    json::array letters;
    for (const operate::PutAside& letter : state->oldest)
        letters.push_back(letter_json(letter));
    co_return json_answer({{"messages", state->messages},
                           {"behind", state->behind},
                           {"rebuilding", state->rebuilding},
                           {"putAside", state->put_aside},
                           {"letters", std::move(letters)}});
}

AdminWork retry_outbox(AdminCall call) {
    const operate::Effect effect{operate::effect_message("outbox_retried")};
    const auto state = co_await call.server.outbox(1);
    if (!state) co_return fail(storage_failure(state.error()));
    if (state->rebuilding)
        co_return fail(AdminRefusal{
            ErrorCode::kWrongState,
            {{"message", "the reports are being made again; see `onsale outbox list`"}}});
    if (call.dry_run) co_return change_answer(call, effect, state->put_aside);
    const auto retried = co_await call.server.retry_outbox();
    if (!retried) co_return fail(storage_failure(retried.error()));
    json::object body = change_body(call, effect, retried->applied);
    body["left"] = retried->left;
    co_return json_answer(body);
}

AdminWork rebuild_reports(AdminCall call) {
    const operate::Effect effect{operate::effect_message("reports_rebuilt")};
    if (!call.dry_run)
        if (const auto begun = co_await call.server.rebuild_reports(); !begun)
            co_return fail(storage_failure(begun.error()));
    co_return change_answer(call, effect, 1);
}

}  // namespace onsale::http
