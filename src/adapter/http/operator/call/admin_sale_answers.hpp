#pragma once

#include <cstdint>
#include <string>

#include "adapter/http/operator/call/admin_answers.hpp"
#include "sale/codec/sale_json.hpp"
#include "sale/domain/command.hpp"
#include "sale/domain/view/sale_view.hpp"

namespace onsale::http {

// The hall of the performance that the path names, as this loop sees it now. Look it up again after
// every await.
struct AdminHall {
    waiting_room::EventId event;
    const sale::HallView* view = nullptr;
};
Result<AdminHall, AdminRefusal> find_admin_hall(const AdminCall& call);

// `seating` may be null. It gives the seats of a refusal their names.
AdminRefusal refusal_of(const sale::OfficeRefusal& refused, const seat::Seating* seating = nullptr);
AdminRefusal refusal_of(const sale::PayRefusal& refused);
AdminRefusal order_in_wrong_state();
AdminRefusal refusal_of(const sale::SaleProblem& problem);

AdminAnswer change_answer(const AdminCall& call, operate::Effect effect, std::uint64_t count);

// The providers by their names in the configuration.
// REQUIRES: `context` outlives it.
sale::ProviderNames provider_names(const LoopContext& context);

// The decided values, which may be newer than the view.
const sale::SaleSettings& sale_settings(const LoopContext& context, waiting_room::EventId event);
const sale::SaleLevers& sale_levers(const LoopContext& context, waiting_room::EventId event);

// Changes whenever settings, levers, prices or the rules of a hall change. It is computed from
// them, so it is the same after a restart.
std::uint32_t sale_version(const LoopContext& context, waiting_room::EventId event);

// Number of seats in each state.
boost::json::object counts_json(const seat::StateCounts& counts);

}  // namespace onsale::http
