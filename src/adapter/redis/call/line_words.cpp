#include "adapter/redis/call/line_words.hpp"

#include <algorithm>
#include <span>

namespace onsale::redis {

using waiting_room::EnterError;
using waiting_room::MoveError;
using waiting_room::PlaceError;

namespace {

template <class Error>
struct Word {
    std::string_view word;
    Error error{};
};

template <class Error, std::size_t kCount>
Error find(const Word<Error> (&words)[kCount], std::string_view word) {
    const auto found = std::ranges::find(words, word, &Word<Error>::word);
    return found == std::end(words) ? Error::kOutcomeUnknown : found->error;
}

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
    return find(kEnterWords, word);
}

PlaceError place_error(std::string_view word) {
    return find(kPlaceWords, word);
}

MoveError move_error(std::string_view word) {
    return find(kMoveWords, word);
}

waiting_room::EnterOutcome enter_outcome(const Reply& answer) {
    if (answer.kind == Reply::Kind::kInteger)
        return waiting_room::Number{static_cast<std::uint32_t>(answer.integer)};
    return fail(enter_error(answer.text));
}

}  // namespace onsale::redis
