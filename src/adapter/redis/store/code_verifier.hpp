#pragma once

#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "base/result.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::redis {

// Decisions that a line in Redis must not make alone. They belong to the sale store, which is
// durable.
// Suspends: every call. Each may be repeated: a code is spent once per guest.
class CodeVerifier {
  public:
    virtual ~CodeVerifier() = default;

    // Spends the code on the guest if the phase to enter requires one. Returns the proof for
    // line_enter, kUnavailable or kOutcomeUnknown.
    virtual boost::asio::awaitable<Result<std::string, waiting_room::EnterError>> prove(
        waiting_room::command::Enter enter) = 0;
    virtual boost::asio::awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility check) = 0;
    // Bars the guest permanently. Returns true if this is durable.
    virtual boost::asio::awaitable<bool> bar(waiting_room::EventId event, GuestId guest) = 0;
};

// The proof of a guest without a code: the phases whose claim its token satisfies.
std::string claims_proof(const waiting_room::command::Enter& enter);
// Proofs for a code that was spent on the guest, that is unknown, or that is used up.
std::string code_proof(const Sha256Digest& code, std::string_view phase);
std::string unknown_code_proof(std::string_view phase);
std::string used_up_proof(std::string_view phase);

}  // namespace onsale::redis
