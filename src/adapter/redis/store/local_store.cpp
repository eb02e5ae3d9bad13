#include "adapter/redis/store/local_store.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EligibilityOutcome;
using waiting_room::EnterError;
using waiting_room::EventId;

awaitable<Result<std::string, EnterError>> LocalStore::prove(waiting_room::command::Enter enter) {
    if (!enter.code) co_return claims_proof(enter);
    const auto spent = co_await deps_.store.call(
        waiting_room::command::SpendCode{enter.event, enter.guest, *enter.code});
    if (!spent) co_return fail(spent.error());
    if (spent->phase.empty()) co_return claims_proof(enter);
    if (!spent->refused) co_return code_proof(*enter.code, spent->phase);
    co_return *spent->refused == EnterError::kCodeUsedUp ? used_up_proof(spent->phase)
                                                         : unknown_code_proof(spent->phase);
}

awaitable<EligibilityOutcome> LocalStore::check(waiting_room::command::CheckEligibility check) {
    return deps_.lines.call(std::move(check));
}

awaitable<bool> LocalStore::bar(EventId event, GuestId guest) {
    co_return (co_await deps_.lines.call(waiting_room::command::Revoke{event, guest, true}))
        .has_value();
}

awaitable<std::optional<NumberBlock>> LocalStore::take(EventId event, std::uint32_t count) {
    const auto last = co_await deps_.store.call(waiting_room::command::TakeNumbers{event, count});
    if (!last) co_return std::nullopt;
    co_return NumberBlock{{last->value - count + 1}, *last};
}

}  // namespace onsale::redis
