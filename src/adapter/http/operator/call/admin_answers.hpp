#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "adapter/http/operator/call/admin_call.hpp"
#include "operate/domain/message.hpp"
#include "operate/port/decided_events.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// Adds "effect", the English sentences, and "effects", their codes and values.
void add_effect(boost::json::object& body, const operate::Effect& effect);

AdminAnswer json_answer(const boost::json::object& body, int status = 200);

// The event that the path names, as this loop sees it now. Look it up again after every await.
struct AdminEvent {
    waiting_room::EventId id;
    const waiting_room::LineView* line = nullptr;
    const waiting_room::Line* decided = nullptr;  // Set when the store knows more than the view.

    // The values that a change is based on. The view may be older than the last decision.
    std::uint32_t version() const { return decided ? decided->version() : line->version(); }
    const waiting_room::Levers& levers() const {
        return decided ? decided->levers() : line->levers();
    }
    const waiting_room::EventSettings& settings() const {
        return decided ? decided->settings() : line->settings();
    }
};
Result<AdminEvent, AdminRefusal> find_admin_event(const AdminCall& call);

// True while Redis does not answer and has not received all decisions about the path's event.
bool is_pending(const AdminCall& call);
// Replaces the view's values in the body by those that the store has decided, and adds "pending"
// when is_pending().
void add_decided(boost::json::object& body, const AdminCall& call);

AdminRefusal refusal_of(const waiting_room::OperatorRefusal& refused);

struct QueryRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t absent = 0;
};
// Parses a number of a query. Returns nothing when it is outside the range.
std::optional<std::uint64_t> query_number(std::string_view text, const QueryRange& range);

// The conflict when the call's query names a version that is not the current one. Returns nothing
// when the query names no version.
std::optional<AdminRefusal> version_conflict(const AdminCall& call, std::uint32_t current);

// {"effect","effects","count"}, plus {"dryRun"} for a dry run and {"pending"} for a change that
// applies later. The effect then has one more message, which says that the change applies when
// Redis answers again.
boost::json::object change_body(const AdminCall& call, operate::Effect effect, std::uint64_t count);
// The body of a change, and its "version" unless it is a dry run.
AdminAnswer effect_answer(const AdminCall& call, const operate::Effect& effect,
                          const waiting_room::Changed& changed);
AdminOutcome effect_outcome(const AdminCall& call, const operate::Effect& effect,
                            const waiting_room::OperatorOutcome& outcome);

}  // namespace onsale::http
