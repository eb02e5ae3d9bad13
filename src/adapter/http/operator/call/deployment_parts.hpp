#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/object.hpp>

#include "adapter/http/operator/call/coded_message.hpp"
#include "base/time.hpp"

namespace onsale::http {

enum class PartState : std::uint8_t {
    kOk,
    kAttention,  // The sale goes on; somebody should look.
    kFailed,
};

// One part of this process: how it is, in words and in numbers.
struct PartReport {
    std::string_view part;
    std::string name{};  // Of a provider.
    PartState state = PartState::kOk;
    Finding detail{};
    // A time that never came is nothing.
    std::vector<std::pair<std::string_view, std::optional<std::int64_t>>> numbers{};
    std::chrono::milliseconds age{0};  // Of the numbers.
};

// A process as it last described itself.
struct ProcessReport {
    std::string name{};
    std::vector<std::string> roles{};
    std::string address{};
    std::string admin_address{};
    std::string version{};
    std::string state{};
    std::string degraded{};
    Instant started_at{};
    std::chrono::milliseconds heard{0};  // How long ago.
    std::optional<Duration> view_age{};
    std::uint64_t connections = 0;
    std::uint64_t requests = 0;
    std::optional<std::uint64_t> leases{};  // Of a scheduler.
};

struct RedisNodeReport {
    std::string address{};
    std::string id{};
    bool master = true;
    std::string replica_of{};  // An address.
    std::string state{};
    bool linked = false;
    std::uint32_t slots = 0;
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> lag_bytes{};  // Of a replica.
    std::chrono::milliseconds age{0};
};

// Every part of a deployment, as the process with the operator's listener sees it.
struct PartsReport {
    std::string mode{};
    std::string process{};
    std::string version{};
    Instant started_at{};
    std::vector<PartReport> parts{};
    // Nothing where this process is all there is.
    std::optional<std::vector<ProcessReport>> processes{};
    std::optional<std::vector<RedisNodeReport>> redis_nodes{};
};

boost::json::object to_json(const PartsReport& report, Instant now);

}  // namespace onsale::http
