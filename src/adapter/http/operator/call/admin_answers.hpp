#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>

#include "adapter/http/api/context/decided_events.hpp"
#include "adapter/http/operator/call/admin_call.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// The effect by its codes, for pages in other languages; empty where none of our words made it.
boost::json::array effects_json(std::string_view effect);

// Adds the codes of the "effect" where the body has one.
AdminAnswer json_answer(boost::json::object body, int status = 200);

// The event the path names, as this loop sees it now. Find it again after every await.
struct AdminEvent {
    waiting_room::EventId id;
    const waiting_room::LineView* line = nullptr;
    const waiting_room::Line* decided = nullptr;  // Where the store knows more than the view.

    // What a change is based on: the view may be older than the last decision.
    std::uint32_t version() const { return decided ? decided->version() : line->version(); }
    const waiting_room::Levers& levers() const {
        return decided ? decided->levers() : line->levers();
    }
    const waiting_room::EventSettings& settings() const {
        return decided ? decided->settings() : line->settings();
    }
};
Result<AdminEvent, AdminRefusal> find_admin_event(const AdminCall& call);

// Redis does not answer, and has not been told all that was decided about the event of the path.
bool is_pending(const AdminCall& call);
// Says so in an answer about the event: with what the store has decided in the view's place.
void add_decided(boost::json::object& body, const AdminCall& call);

AdminRefusal refusal_of(const waiting_room::OperatorRefusal& refused);

struct QueryRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t absent = 0;
};
// The number in a query; nothing if it is not in the range.
std::optional<std::uint64_t> query_number(std::string_view text, const QueryRange& range);

// Why a call cannot be done that goes by another version than the current one; nothing where it
// goes by none.
std::optional<AdminRefusal> version_conflict(const AdminCall& call, std::uint32_t current);

// {"effect","count"}, for a rehearsal {"dryRun"} and for what applies later {"pending"}, too.
boost::json::object change_body(const AdminCall& call, const std::string& effect,
                                std::uint64_t count);
// {"effect","count","version"}, or for a rehearsal {"dryRun","effect","count"}. The effect is one
// English sentence that says what happens and what can be undone; a second one and "pending" say
// that it will happen when Redis answers again.
AdminAnswer effect_answer(const AdminCall& call, const std::string& effect,
                          const waiting_room::Changed& changed);
AdminOutcome effect_outcome(const AdminCall& call, const std::string& effect,
                            const waiting_room::OperatorOutcome& outcome);

}  // namespace onsale::http
