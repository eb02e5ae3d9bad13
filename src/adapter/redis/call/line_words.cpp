#include "adapter/redis/call/line_words.hpp"

#include "adapter/redis/protocol/word_table.hpp"

namespace onsale::redis {

using waiting_room::EnterError;
using waiting_room::MoveError;
using waiting_room::PlaceError;

namespace {

constexpr Word<EnterError> kEnterWords[] = {
    // Redis has lost an event that the view knows. The event is about to be written again.
    {"unknown_event", EnterError::kUnavailable},
    {"not_open_yet", EnterError::kNotOpenYet},
    {"closed", EnterError::kClosed},
    {"sold_out", EnterError::kSoldOut},
    {"joins_stopped", EnterError::kJoinsStopped},
    {"line_full", EnterError::kLineFull},
    {"not_eligible", EnterError::kNotEligible},
    {"code_unknown", EnterError::kCodeUnknown},
    {"code_used_up", EnterError::kCodeUsedUp},
    {"barred", EnterError::kBarred},
    {"unavailable", EnterError::kUnavailable},
};

constexpr Word<PlaceError> kPlaceWords[] = {
    {"no_place", PlaceError::kNoPlace},
    {"moved", PlaceError::kMoved},
    {"not_admitted", PlaceError::kNotAdmitted},
    {"no_extensions", PlaceError::kNoExtensions},
    {"extensions_used", PlaceError::kExtensionsUsed},
    {"unavailable", PlaceError::kUnavailable},
};

constexpr Word<MoveError> kMoveWords[] = {
    {"not_movable", MoveError::kNotMovable},
    {"no_place", MoveError::kNoPlace},
    {"moved", MoveError::kMoved},
    {"code_invalid", MoveError::kCodeInvalid},
    {"buying", MoveError::kBuying},
    {"has_place", MoveError::kHasPlace},
    {"barred", MoveError::kBarred},
    {"unavailable", MoveError::kUnavailable},
};

}  // namespace

EnterError enter_error(std::string_view word) {
    return meaning_of(kEnterWords, word).value_or(EnterError::kOutcomeUnknown);
}

PlaceError place_error(std::string_view word) {
    return meaning_of(kPlaceWords, word).value_or(PlaceError::kOutcomeUnknown);
}

MoveError move_error(std::string_view word) {
    return meaning_of(kMoveWords, word).value_or(MoveError::kOutcomeUnknown);
}

waiting_room::EnterOutcome enter_outcome(const Reply& answer) {
    if (answer.kind == Reply::Kind::kInteger)
        return waiting_room::Number{static_cast<std::uint32_t>(answer.integer)};
    return fail(enter_error(answer.text));
}

}  // namespace onsale::redis
