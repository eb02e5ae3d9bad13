// The operator's routes about one performance's hall: import, show, count, rules, house seats.
#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include "adapter/http/api/seat/seat_map_plan.hpp"
#include "adapter/http/operator/call/admin_body.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/hall/seat_choice.hpp"
#include "base/utf8.hpp"
#include "operate/domain/message_codes.hpp"
#include "seat/codec/plan_json.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
namespace command = sale::command;
using seat::SeatState;

constexpr int kCreated = 201;
constexpr std::size_t kMistakesShown = 100;
constexpr std::size_t kNamesMax = 100'000;
constexpr std::size_t kPlaceNameMax = 2 * seat::kNameMax;
constexpr std::size_t kHouseTextMax = 200;
constexpr codec::NumberRange kBatch{1, seat::kSeatsMax};
constexpr std::array kUnowned = {SeatState::kFree, SeatState::kReturned};
constexpr std::array kBlocked = {SeatState::kBlocked};
constexpr std::array kReturned = {SeatState::kReturned};

AdminRefusal busy() {
    return {ErrorCode::kOverloaded, {{"message", "the server is busy with a backup; try again"}}};
}

// A hall built from a plan's text on another thread, because a stadium takes some hundred
// milliseconds.
struct MadeHall {
    std::shared_ptr<const seat::HallPlan> plan;
    std::shared_ptr<const seat::Seating> seating;
    seat::PlanMistakes mistakes;
};

void make_hall_of(const std::string& text, MadeHall& made) {
    auto plan = seat::plan_from_text(text);
    if (!plan) {
        made.mistakes = std::move(plan.error());
        return;
    }
    made.plan = std::make_shared<const seat::HallPlan>(std::move(*plan));
    made.seating = std::make_shared<const seat::Seating>(*made.plan);
}

AdminRefusal plan_refusal(const seat::PlanMistakes& mistakes) {
    const seat::PlanMistake& first = mistakes.front();
    // A mistake without a place concerns the whole text: it is not the JSON of a plan.
    if (first.place.empty()) return {ErrorCode::kBadJson, {{"message", first.message}}};
    json::array list;
    for (const seat::PlanMistake& mistake : mistakes) {
        if (list.size() == kMistakesShown) break;
        list.push_back({{"place", mistake.place}, {"message", mistake.message}});
    }
    return {ErrorCode::kHallPlanRefused, {{"count", mistakes.size()}, {"mistakes", list}}};
}

// Puts the name first, so that it is the first column of a table.
json::object named(std::string_view kind, std::string_view name, const seat::StateCounts& counts) {
    json::object row{{kind, name}};
    for (const auto& member : counts_json(counts))
        row.insert(member);
    return row;
}

json::array by_grade(const sale::HallView& hall) {
    json::array rows;
    for (std::size_t i = 0; i < hall.seating().grade_count(); ++i) {
        const auto grade = static_cast<seat::GradeIndex>(i);
        rows.push_back(named("grade", hall.seating().grade_id(grade), hall.map().counts(grade)));
    }
    return rows;
}

json::array by_section(const sale::HallView& hall) {
    std::vector<seat::StateCounts> counts(hall.plan().sections.size());
    for (std::uint32_t seat = 0; seat < hall.seating().size(); ++seat)
        ++counts[hall.seating().section({seat})][hall.map().state({seat})];
    json::array rows;
    for (std::size_t i = 0; i < counts.size(); ++i)
        rows.push_back(named("section", hall.plan().sections[i].id, counts[i]));
    return rows;
}

json::array by_reason(const sale::HallView& hall) {
    json::array rows;
    for (const auto& [house, seats] : hall.house_seats())
        rows.push_back({{"reason", house.reason}, {"owner", house.owner}, {"seats", seats.size()}});
    return rows;
}

// Finds the seats that the body names in the hall.
Result<SeatChoice, AdminRefusal> read_seats(AdminBody& body, const sale::HallView& hall,
                                            std::span<const SeatState> states) {
    std::vector<std::string> names;
    if (const json::array* const list = body.list("seats", kNamesMax))
        for (std::size_t i = 0; i < list->size(); ++i) {
            const json::string* const text = (*list)[i].if_string();
            if (text == nullptr || text->empty() || characters(*text) > kPlaceNameMax)
                body.refuse(fmt::format("seats[{}]", i), "must be the id of a seat or a place");
            else
                names.emplace_back(*text);
        }
    if (auto problem = body.refusal()) return fail(std::move(*problem));
    SeatChoice choice = chosen_seats(hall, names, states);
    if (!choice.unknown.empty())
        return fail(
            AdminRefusal{ErrorCode::kSeatNotFound, {{"seats", json::array{choice.unknown}}}});
    return choice;
}

void require_seats(AdminBody& body, const json::value& value) {
    const json::object* const object = value.if_object();
    if (object != nullptr && !object->contains("seats")) body.refuse("seats", "is needed");
}

// Converts the writer's outcome and adds the names of the blocking seats. Looks up the hall again,
// because the view may have changed while the call waited.
AdminOutcome seats_outcome(const AdminCall& call, const sale::OfficeOutcome& outcome,
                           operate::Effect effect, std::uint32_t left_out) {
    if (!outcome) {
        const auto hall = find_admin_hall(call);
        return fail(refusal_of(outcome.error(), hall ? &hall->view->seating() : nullptr));
    }
    if (left_out != 0)
        effect.push_back(operate::effect_message("seats_left_out", {{"seats", left_out}}));
    return change_answer(call, std::move(effect), *outcome);
}

}  // namespace

AdminWork open_hall(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const waiting_room::EventId id = event->id;
    const auto made = std::make_shared<MadeHall>();
    const auto text = std::make_shared<const std::string>(std::move(call.text));
    // Also creates the plan's text for guests here, so that no guest's loop has to create it.
    PlanTexts* const plans = call.dry_run ? nullptr : call.context.plans;
    std::function<void()> work = [made, text, plans] {
        make_hall_of(*text, *made);
        if (plans != nullptr && made->plan != nullptr) (void)plans->of(made->plan);
    };
    if (!co_await call.server.in_background(std::move(work))) co_return fail(busy());
    if (made->plan == nullptr) co_return fail(plan_refusal(made->mistakes));
    command::OpenHall open{id, call.performance(), made->plan, {}, made->seating, call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(open));
    if (!outcome && plans != nullptr) plans->forget(*made->plan);
    if (!outcome) co_return fail(refusal_of(outcome.error()));
    AdminAnswer answer =
        change_answer(call,
                      {operate::effect_message("hall_opened", {{"performance", call.performance()},
                                                               {"hall", made->plan->name},
                                                               {"seats", *outcome}})},
                      *outcome);
    if (!call.dry_run) answer.status = kCreated;
    co_return answer;
}

AdminWork show_hall(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    const auto text = std::make_shared<std::string>();
    std::function<void()> work = [plan = hall->view->shared_plan(), text] {
        *text = seat::to_text(*plan);
    };
    if (!co_await call.server.in_background(std::move(work))) co_return fail(busy());
    co_return AdminAnswer{.body = std::move(*text)};
}

AdminWork count_seats(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    const sale::HallView& view = *hall->view;
    co_return json_answer({{"performance", view.performance()},
                           {"hall", view.plan().name},
                           {"seats", view.seating().size()},
                           {"version", view.map().version()},
                           {"counts", counts_json(view.map().counts())},
                           {"rules", sale::to_json(view.rules())},
                           {"grades", by_grade(view)},
                           {"sections", by_section(view)},
                           {"blocks", by_reason(view)}});
}

AdminWork set_hall_rules(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    if (auto late = version_conflict(call, sale_version(call.context, hall->event)))
        co_return fail(std::move(*late));
    const auto rules = sale::hall_rules_from_json(call.body, hall->view->rules());
    if (!rules) co_return fail(refusal_of(rules.error()));
    const std::uint32_t seats = hall->view->seating().size();
    command::SetHallRules set{hall->event, call.performance(), *rules, call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(set));
    if (!outcome) co_return fail(refusal_of(outcome.error()));
    co_return change_answer(call, {operate::effect_message("hall_rules_set")}, seats);
}

AdminWork block_seats(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    AdminBody body{call.body};
    require_seats(body, call.body);
    const std::string reason =
        body.get<std::string>("reason", codec::Line{kHouseTextMax}).value_or("");
    const std::string owner =
        body.get<std::string>("owner", codec::Line{kHouseTextMax}).value_or("");
    if (reason.empty()) body.refuse("reason", "is needed");
    auto choice = read_seats(body, *hall->view, kUnowned);
    if (!choice) co_return fail(choice.error());
    const std::uint32_t left_out = choice->left_out;
    command::BlockSeats block{hall->event, call.performance(), std::move(choice->seats), reason,
                              owner,       call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(block));
    co_return seats_outcome(call, outcome, {operate::effect_message("seats_blocked")}, left_out);
}

AdminWork unblock_seats(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    AdminBody body{call.body};
    require_seats(body, call.body);
    auto choice = read_seats(body, *hall->view, kBlocked);
    if (!choice) co_return fail(choice.error());
    const std::uint32_t left_out = choice->left_out;
    command::UnblockSeats unblock{hall->event, call.performance(), std::move(choice->seats),
                                  call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(unblock));
    co_return seats_outcome(call, outcome, {operate::effect_message("seats_unblocked")}, left_out);
}

AdminWork release_seats(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    AdminBody body{call.body};
    const auto count = body.get<std::uint32_t>("count", kBatch);
    const json::object* const object = call.body.if_object();
    if (object != nullptr && object->contains("seats") == object->contains("count"))
        body.refuse("seats", "say either seats or count");
    auto choice = read_seats(body, *hall->view, kReturned);
    if (!choice) co_return fail(choice.error());
    const bool places_are_empty = !count && choice->seats.empty();
    const std::uint32_t left_out = choice->left_out;
    const operate::Effect effect{operate::effect_message("seats_released")};
    // The writer would take an empty list for "any seats".
    if (places_are_empty) co_return seats_outcome(call, 0u, effect, left_out);
    command::ReleaseReturned release{hall->event, call.performance(), std::move(choice->seats),
                                     count.value_or(0), call.dry_run};
    const auto outcome = co_await call.context.sale_office->call(std::move(release));
    co_return seats_outcome(call, outcome, effect, left_out);
}

}  // namespace onsale::http
