#pragma once

#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "base/result.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::redis {

// What a line in Redis may not decide alone: it belongs to the sale store, which forgets nothing.
// Suspends: every call. Each may be repeated: the same guest spends a code once.
class EligibilityDesk {
  public:
    virtual ~EligibilityDesk() = default;

    // Spends the code on the guest, if the phase it enters for asks for one. The proof as
    // line_enter takes it; else kUnavailable or kOutcomeUnknown.
    virtual boost::asio::awaitable<Result<std::string, waiting_room::EnterError>> prove(
        waiting_room::command::Enter enter) = 0;
    virtual boost::asio::awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility check) = 0;
    // The guest is barred for good. True: durably so.
    virtual boost::asio::awaitable<bool> bar(waiting_room::EventId event, GuestId guest) = 0;
};

// The proof of whoever has no code: the phases whose claim its token satisfies.
std::string claims_proof(const waiting_room::command::Enter& enter);
// Of a code that was spent on the guest, or could not be.
std::string code_proof(const Sha256Digest& code, std::string_view phase);
std::string unknown_code_proof(std::string_view phase);
std::string used_up_proof(std::string_view phase);

}  // namespace onsale::redis
