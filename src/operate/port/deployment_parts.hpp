#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.hpp"
#include "base/words.hpp"
#include "operate/domain/message.hpp"

namespace onsale::operate {

enum class PartState : std::uint8_t {
    kOk,
    kAttention,  // The sale continues, but an operator should look.
    kFailed,
};

constexpr auto words_of(PartState) {
    return std::to_array<std::string_view>({"ok", "attention", "failed"});
}

// State of one part of this process, in words and in numbers.
struct PartReport {
    std::string_view part;
    std::string name{};  // Only for a provider: its name.
    PartState state = PartState::kOk;
    Message detail{};
    // A time that has not occurred is nothing.
    std::vector<std::pair<std::string_view, std::optional<std::int64_t>>> numbers{};
    std::chrono::milliseconds age{0};  // Age of the numbers.
};

// A process as it last reported itself.
struct ProcessReport {
    std::string name{};
    std::vector<std::string> roles{};
    std::string address{};
    std::string admin_address{};
    std::string version{};
    std::string state{};
    std::string degraded{};
    Instant started_at{};
    std::chrono::milliseconds heard{0};  // Time since the last report.
    std::optional<Duration> view_age{};
    std::uint64_t connections = 0;
    std::uint64_t requests = 0;
    std::optional<std::uint64_t> leases{};  // Only for a scheduler.
};

struct RedisNodeReport {
    std::string address{};
    std::string id{};
    bool master = true;
    std::string replica_of{};  // Address of the master.
    std::string state{};
    bool linked = false;
    std::uint32_t slots = 0;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> lag_bytes{};  // Only for a replica.
    std::chrono::milliseconds age{0};
};

// Every part of a deployment, as seen by the process with the operator's listener.
struct PartsReport {
    std::string mode{};
    std::string process{};
    std::string version{};
    Instant started_at{};
    std::vector<PartReport> parts{};
    // Empty when this process is the whole deployment.
    std::optional<std::vector<ProcessReport>> processes{};
    std::optional<std::vector<RedisNodeReport>> redis_nodes{};
};

}  // namespace onsale::operate
