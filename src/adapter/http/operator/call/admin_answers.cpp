#include "adapter/http/operator/call/admin_answers.hpp"

#include <charconv>

#include <boost/json/serialize.hpp>

#include "adapter/http/operator/call/message_json.hpp"
#include "operate/domain/message_codes.hpp"
#include "waiting_room/codec/event_json.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {

namespace json = boost::json;
using operate::Effect;

AdminAnswer json_answer(const json::object& body, int status) {
    AdminAnswer answer{.status = status, .body = json::serialize(body)};
    if (const auto* const effect = body.if_contains("effect")) {
        answer.effect = effect->as_string();
        answer.effect_codes = json::serialize(body.at("effects"));
    }
    if (const auto* const count = body.if_contains("count"); count != nullptr && count->is_number())
        answer.count = count->to_number<std::uint64_t>();
    return answer;
}

Result<AdminEvent, AdminRefusal> find_admin_event(const AdminCall& call) {
    const auto* const id = call.context.view.id_of(call.key());
    if (id == nullptr)
        return fail(AdminRefusal{ErrorCode::kEventNotFound, {{"event", call.key()}}});
    const DecidedEvents* const decided = call.context.decided;
    return AdminEvent{*id, call.context.view.find(*id), decided ? decided->line(*id) : nullptr};
}

bool is_pending(const AdminCall& call) {
    const LoopContext& context = call.context;
    if (context.decided == nullptr || context.degraded == Degraded::kNo) return false;
    const auto* const id = context.view.id_of(call.key());
    return id != nullptr && !context.decided->is_told(*id);
}

void add_decided(json::object& body, const AdminCall& call) {
    const auto event = find_admin_event(call);
    if (!event || event->decided == nullptr) return;
    const waiting_room::Line& line = *event->decided;
    const auto replace = [&body](std::string_view name, const auto& value) {
        if (body.contains(name)) body[name] = value;
    };
    replace("version", line.version());
    replace("lifecycle", to_word(line.lifecycle()));
    replace("levers", waiting_room::to_json(line.levers()));
    replace("frozen", line.clock().frozen());
    replace("deadlinesFrozen", line.clock().frozen());
    replace("maxActive", line.settings().rules.max_active);
    replace("admitPerSecond", line.settings().rules.admit_per_second);
    if (is_pending(call)) body["pending"] = true;
}

AdminRefusal refusal_of(const waiting_room::OperatorRefusal& refused) {
    json::object details;
    if (!refused.field.empty()) details["field"] = refused.field;
    if (!refused.message.empty()) details["message"] = refused.message;
    return {api_error(refused.error), std::move(details)};
}

std::optional<std::uint64_t> query_number(std::string_view text, const QueryRange& range) {
    if (text.empty()) return range.absent;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || value < range.low || value > range.high) return std::nullopt;
    return value;
}

std::optional<AdminRefusal> version_conflict(const AdminCall& call, std::uint32_t current) {
    const std::string_view text = call.query.get("version");
    if (text.empty()) return std::nullopt;
    const auto version = query_number(text, {.high = UINT32_MAX});
    if (!version) return bad_field("version", "must be the version that was read");
    if (*version == current) return std::nullopt;
    return AdminRefusal{ErrorCode::kVersionConflict, {{"version", current}}};
}

void add_effect(json::object& body, const Effect& effect) {
    body["effect"] = format_english(effect);
    body["effects"] = to_json(effect);
}

json::object change_body(const AdminCall& call, Effect effect, std::uint64_t count) {
    json::object body;
    const bool pending = !call.dry_run && is_pending(call);
    if (call.dry_run) body["dryRun"] = true;
    if (pending) effect.push_back(operate::effect_message("applies_later"));
    add_effect(body, effect);
    body["count"] = count;
    if (pending) body["pending"] = true;
    return body;
}

AdminAnswer effect_answer(const AdminCall& call, const Effect& effect,
                          const waiting_room::Changed& changed) {
    json::object body = change_body(call, effect, changed.count);
    if (!call.dry_run) body["version"] = changed.version;
    return json_answer(body);
}

AdminOutcome effect_outcome(const AdminCall& call, const Effect& effect,
                            const waiting_room::OperatorOutcome& outcome) {
    if (!outcome) return fail(refusal_of(outcome.error()));
    return effect_answer(call, effect, *outcome);
}

}  // namespace onsale::http
