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

// A request of a node to the process with the sale store.
struct StoreRequest {
    std::string node;      // Where the answer goes.
    std::uint64_t id = 0;  // Unique per node.
    std::variant<waiting_room::command::Enter, waiting_room::command::CheckEligibility, BarGuest>
        what;
};

using ProofOutcome = Result<std::string, waiting_room::EnterError>;

// Each alternative answers the request alternative with the same index.
struct StoreAnswer {
    std::uint64_t id = 0;
    std::variant<ProofOutcome, waiting_room::EligibilityOutcome, bool> what;
};

// Both processes have the same version or two consecutive ones. A process does not answer a request
// that it does not understand, and the requester's timeout ends the call.
std::string to_bytes(const StoreRequest& request);
std::string to_bytes(const StoreAnswer& answer);
std::optional<StoreRequest> read_store_request(std::string_view bytes);
std::optional<StoreAnswer> read_store_answer(std::string_view bytes);

// Keys in one slot of a cluster. Requests and answers are lists. Their names and that of the script
// say "desk", so that processes of two consecutive versions find each other.
constexpr std::string_view kStoreRequestsKey = "{desk}requests";
constexpr std::string_view kStoreOpenKey = "{desk}open";
std::string store_answers_key(std::string_view node);

}  // namespace onsale::redis
