#include "tests/contract/redis_store.hpp"

#include "waiting_room/domain/line_rules.hpp"

namespace onsale::contract {

using boost::asio::awaitable;
using waiting_room::EligibilityOutcome;
using waiting_room::EnterError;
using waiting_room::EventId;

awaitable<std::optional<redis::NumberBlock>> StoreNumbers::take(EventId event,
                                                                std::uint32_t count) {
    embedded::Command command{waiting_room::command::TakeNumbers{event, count}};
    const embedded::Outcome answer = co_await store_.submit(std::move(command));
    const auto* const last = std::get_if<waiting_room::PlaceOutcome>(&answer);
    if (last == nullptr || !*last) co_return std::nullopt;
    co_return redis::NumberBlock{{(*last)->value - count + 1}, **last};
}

awaitable<Result<std::string, EnterError>> TestDesk::prove(waiting_room::command::Enter enter) {
    const waiting_room::Line& line = *relay_.room().find(enter.event);
    const waiting_room::Phase* const phase = line.phase();
    if (phase == nullptr || phase->who != waiting_room::Eligibility::kCode)
        co_return redis::claims_proof(enter);
    const auto uses = line.eligibility().uses_left(phase->id, *enter.code);
    if (!uses) co_return redis::unknown_code_proof(phase->id);
    std::set<GuestId>& guests = spent_[{enter.event, *enter.code}];
    if (!guests.contains(enter.guest) && guests.size() >= *uses)
        co_return redis::used_up_proof(phase->id);
    guests.insert(enter.guest);
    co_return redis::code_proof(*enter.code, phase->id);
}

awaitable<EligibilityOutcome> TestDesk::check(waiting_room::command::CheckEligibility check) {
    co_return waiting_room::check_eligibility(*relay_.room().find(check.event), check);
}

awaitable<bool> TestDesk::bar(EventId event, GuestId guest) {
    co_return (co_await store_.revoke({event, guest, true})).has_value();
}

}  // namespace onsale::contract
