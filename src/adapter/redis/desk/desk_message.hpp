#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::redis {

struct BarGuest {
    waiting_room::EventId event;
    GuestId guest;
};

// What a node asks of the process of the sale store.
struct DeskRequest {
    std::string node;      // Whom to answer.
    std::uint64_t id = 0;  // Of the node.
    std::variant<waiting_room::command::Enter, waiting_room::command::CheckEligibility, BarGuest>
        what;
};

using ProofOutcome = Result<std::string, waiting_room::EnterError>;

// Each the answer to the alternative of the same place.
struct DeskAnswer {
    std::uint64_t id = 0;
    std::variant<ProofOutcome, waiting_room::EligibilityOutcome, bool> what;
};

// Both processes are of one version, or of two that follow each other; what one does not understand
// it does not answer, and the other is told in time that it was not.
std::string to_bytes(const DeskRequest& request);
std::string to_bytes(const DeskAnswer& answer);
std::optional<DeskRequest> read_desk_request(std::string_view bytes);
std::optional<DeskAnswer> read_desk_answer(std::string_view bytes);

// Lists in one slot of a cluster.
constexpr std::string_view kDeskRequests = "{desk}requests";
constexpr std::string_view kDeskOpen = "{desk}open";
std::string desk_answers_key(std::string_view node);

}  // namespace onsale::redis
