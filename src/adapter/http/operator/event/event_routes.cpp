// The operator's routes about events: create, list, show, edit, open, pause, close, delay.
#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_body.hpp"
#include "adapter/http/operator/call/admin_effects.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/line_numbers.hpp"
#include "adapter/http/operator/event/event_json.hpp"
#include "adapter/http/operator/event/zone_check.hpp"
#include "operate/domain/message_codes.hpp"
#include "waiting_room/codec/event_json.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
namespace command = waiting_room::command;
using waiting_room::EventSettings;

constexpr int kCreated = 201;
constexpr std::size_t kActionTextMax = 16;
constexpr std::string_view kDelay = "delay";
constexpr codec::NumberRange kMinutes{1, 24 * 60};

// Checked here because the domain has no access to the time zone database.
std::optional<AdminRefusal> zone_refusal(const EventSettings& settings) {
    const auto problem = zone_problem(settings);
    if (!problem) return std::nullopt;
    return refusal_of(
        {waiting_room::OperatorError::kBadSettings, problem->field, problem->message});
}

// Predicts the writer's decision, for a dry run that must not reach the writer.
AdminOutcome rehearse_create(const AdminCall& call, const EventSettings& settings) {
    using waiting_room::OperatorError;
    if (const auto problem = check(settings))
        return fail(refusal_of({OperatorError::kBadSettings, problem->field, problem->message}));
    if (call.context.view.id_of(settings.key) != nullptr)
        return fail(refusal_of({OperatorError::kKeyTaken, "key", "an event has this key"}));
    return effect_answer(call, effect_of_create(settings), {.event = {}, .version = 0, .count = 1});
}

// The optional "version" is a member beside the settings.
struct EventPatch {
    json::object settings;
    std::optional<std::uint32_t> version;
};

Result<EventPatch, AdminRefusal> patch_in(const json::value& body) {
    const json::object* const object = body.if_object();
    if (object == nullptr)
        return fail(
            AdminRefusal{ErrorCode::kBadJson, {{"message", "the body must be a JSON object"}}});
    EventPatch patch{*object, std::nullopt};
    if (!object->contains("version")) return patch;
    patch.version = codec::ObjectReader{*object}.get<std::uint32_t>("version");
    if (!patch.version) return fail(bad_field("version", "must be the version that was read"));
    patch.settings.erase("version");
    return patch;
}

json::object created_body(json::object details, const operate::Effect& effect,
                          std::uint32_t version) {
    json::object body{{"event", std::move(details)}};
    add_effect(body, effect);
    body["count"] = 1;
    body["version"] = version;
    return body;
}

AdminWork set_published(AdminCall call, bool published) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, event->version())) co_return fail(std::move(*late));
    const operate::Effect effect = effect_of_publishing(event->settings(), published);
    command::ChangeLifecycle change{
        event->id,
        published ? command::LifecycleAction::kPublish : command::LifecycleAction::kUnpublish,
        call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(change));
    co_return effect_outcome(call, effect, outcome);
}

}  // namespace

AdminWork list_events(AdminCall call) {
    json::array events;
    for (const auto& [id, line] : call.context.view)
        events.push_back(event_summary(*line));
    co_return json_answer({{"events", std::move(events)}});
}

AdminWork create_event(AdminCall call) {
    EventSettings defaults;
    defaults.rules = call.server.default_rules();
    defaults.published = false;
    auto settings = waiting_room::settings_from_json(call.body, defaults);
    if (!settings) co_return fail(bad_field(settings.error().field, settings.error().message));
    if (auto refusal = zone_refusal(*settings)) co_return fail(std::move(*refusal));
    if (call.dry_run) co_return rehearse_create(call, *settings);
    command::CreateEvent create{std::make_shared<const EventSettings>(std::move(*settings))};
    const auto shared = create.settings;
    const auto outcome = co_await call.context.office.call(std::move(create));
    if (!outcome) co_return fail(refusal_of(outcome.error()));
    const waiting_room::LineView* const line = call.context.view.find(outcome->event);
    if (line != nullptr)
        co_return json_answer(
            created_body(event_details(*line), effect_of_create(*shared), outcome->version),
            kCreated);
    // The view gets events from Redis, which does not answer. So the details are built here.
    json::object details = waiting_room::to_json(*shared);
    details["version"] = outcome->version;
    details["lifecycle"] = to_word(waiting_room::Lifecycle::kDraft);
    details["levers"] = waiting_room::to_json(waiting_room::Levers{});
    details["phase"] = nullptr;
    details["deadlinesFrozen"] = false;
    operate::Effect effect = effect_of_create(*shared);
    effect.push_back(operate::effect_message("applies_later"));
    json::object body = created_body(std::move(details), effect, outcome->version);
    body["pending"] = true;
    co_return json_answer(body, kCreated);
}

AdminWork show_event(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    json::object details = event_details(*event->line);
    json::object numbers = line_numbers(call.context, event->id);
    add_decided(details, call);
    add_decided(numbers, call);
    co_return json_answer({{"event", std::move(details)}, {"line", std::move(numbers)}});
}

AdminWork edit_event(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    auto patch = patch_in(call.body);
    if (!patch) co_return fail(patch.error());
    const EventSettings before = event->settings();
    auto after = waiting_room::settings_from_json(std::move(patch->settings), before);
    if (!after) co_return fail(bad_field(after.error().field, after.error().message));
    // A machine may not know the zone that the event has had. That must not lock the event.
    if (after->time_zone != before.time_zone)
        if (auto refusal = zone_refusal(*after)) co_return fail(std::move(*refusal));
    const operate::Effect effect = effect_of_edit(before, *after);
    // The patch was merged into this loop's view. If the view is old, the merge would undo a
    // change.
    command::EditEvent edit{event->id, std::make_shared<const EventSettings>(std::move(*after)),
                            patch->version.value_or(event->version()), call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(edit));
    if (outcome || outcome.error().error != waiting_room::OperatorError::kVersionConflict)
        co_return effect_outcome(call, effect, outcome);
    AdminRefusal refusal = refusal_of(outcome.error());
    if (const auto now = find_admin_event(call)) refusal.details["version"] = now->version();
    co_return fail(std::move(refusal));
}

AdminWork act_on_event(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, event->version())) co_return fail(std::move(*late));
    AdminBody body{call.body};
    const std::string word =
        body.get<std::string>("action", codec::Line{kActionTextMax}).value_or("");
    const auto minutes = body.get<std::uint32_t>("minutes", kMinutes);
    const auto action = from_word<command::LifecycleAction>(word);
    if (!action && word != kDelay)
        body.refuse("action", fmt::format("must be one of {}, delay",
                                          fmt::join(kWords<command::LifecycleAction>, ", ")));
    if ((word == kDelay) != minutes.has_value())
        body.refuse("minutes", "belongs to the action delay, which needs it");
    if (auto problem = body.refusal()) co_return fail(std::move(*problem));
    if (!action) {
        command::DelayOpening delay{event->id, std::chrono::minutes{*minutes}, call.dry_run};
        const auto outcome = co_await call.context.office.call(std::move(delay));
        co_return effect_outcome(call, effect_of_delay(*minutes), outcome);
    }
    command::ChangeLifecycle change{event->id, *action, call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(change));
    co_return effect_outcome(call, effect_of(*action), outcome);
}

AdminWork publish_event(AdminCall call) {
    return set_published(std::move(call), true);
}

AdminWork unpublish_event(AdminCall call) {
    return set_published(std::move(call), false);
}

}  // namespace onsale::http
