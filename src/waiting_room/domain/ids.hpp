#pragma once

#include <cstdint>

#include "base/id.hpp"
#include "base/ids.hpp"

namespace onsale::waiting_room {

using onsale::EventId;

// Arrival index in a line, from 1: issued once, never reused, carried in the signed queue token.
using Number = Id<struct NumberTag, std::uint32_t>;

// Order key, from 1: the number, or its permutation for guests of a shuffled lobby.
using Place = Id<struct PlaceTag, std::uint32_t>;

// One admission of one number. A place is admitted at most twice; the second time is a recall.
using AdmissionId = Id<struct AdmissionTag, std::uint64_t>;

constexpr unsigned kAttemptBits = 8;

constexpr AdmissionId admission_id(Number number, std::uint8_t attempt) {
    return {static_cast<std::uint64_t>(number.value) << kAttemptBits | attempt};
}

constexpr Number number_of(AdmissionId admission) {
    return {static_cast<std::uint32_t>(admission.value >> kAttemptBits)};
}

}  // namespace onsale::waiting_room
