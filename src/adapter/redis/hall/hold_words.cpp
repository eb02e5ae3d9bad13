#include "adapter/redis/hall/hold_words.hpp"

#include "adapter/redis/call/line_words.hpp"
#include "adapter/redis/protocol/word_table.hpp"

namespace onsale::redis {

using sale::HoldError;
using sale::HoldRefusal;
using seat::HallError;

namespace {

constexpr Word<HoldError> kHoldWords[] = {
    // Redis has lost a hall that the view knows. The hall is about to be written again.
    {"unknown_performance", HoldError::kUnavailable}, {"not_open", HoldError::kNotOpen},
    {"no_admission", HoldError::kNoAdmission},        {"holds_stopped", HoldError::kHoldsStopped},
    {"section_stopped", HoldError::kSectionStopped},  {"limit_reached", HoldError::kLimitReached},
    {"phase_share_used", HoldError::kPhaseShareUsed},
};

constexpr Word<HallError> kHallWords[] = {
    {"too_many_seats", HallError::kTooManySeats},
    {"too_many_accessible", HallError::kTooManyAccessible},
    {"companion_alone", HallError::kCompanionAlone},
    {"time_over", HallError::kTimeOver},
    {"being_paid", HallError::kBeingPaid},
    {"seat_taken", HallError::kSeatTaken},
    {"given_back", HallError::kGivenBack},
    {"too_many_changes", HallError::kTooManyChanges},
    {"no_hold", HallError::kNoHold},
};

}  // namespace

HoldRefusal hold_refusal(std::string_view word, std::span<const Reply> about) {
    if (const auto of_sale = meaning_of(kHoldWords, word)) return {.error = *of_sale};
    const auto of_hall = meaning_of(kHallWords, word);
    if (!of_hall) return {.error = HoldError::kOutcomeUnknown};
    HoldRefusal refusal{.error = HoldError::kHall, .hall = {*of_hall, {}, {}}};
    for (const Reply& seat : about)
        refusal.hall.seats.push_back({static_cast<std::uint32_t>(seat.integer)});
    return refusal;
}

HoldRefusal hold_refusal(const CallError& error) {
    return {.error = error_of<HoldError>(error)};
}

}  // namespace onsale::redis
