#pragma once

#include <string>

#include "adapter/http/admin_call.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line_view.hpp"

namespace onsale::http {

AdminAnswer json_answer(const boost::json::object& body, int status = 200);

// The event the path names, as this loop sees it now. Find it again after every await.
struct AdminEvent {
    waiting_room::EventId id;
    const waiting_room::LineView* line = nullptr;
};
Result<AdminEvent, AdminRefusal> find_admin_event(const AdminCall& call);

AdminRefusal refusal_of(const waiting_room::OperatorRefusal& refused);

// {"effect","count","version"}, or for a rehearsal {"dryRun","effect","count"}. The effect is one
// English sentence that says what happens and what can be undone.
AdminAnswer effect_answer(const AdminCall& call, const std::string& effect,
                          const waiting_room::Changed& changed);
AdminOutcome effect_outcome(const AdminCall& call, const std::string& effect,
                            const waiting_room::OperatorOutcome& outcome);

}  // namespace onsale::http
