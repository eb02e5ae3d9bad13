#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/postgres/client/config.hpp"
#include "adapter/postgres/migration/schema_state.hpp"
#include "base/time.hpp"
#include "base/words.hpp"

namespace onsale::postgres {

enum class HostPart : std::uint8_t { kPrimary, kStandby, kNoAnswer };

constexpr auto words_of(HostPart) {
    return std::to_array<std::string_view>({"primary", "standby", "no answer"});
}

// One of the configured hosts, as it speaks of itself.
struct HostStatus {
    Host host;
    HostPart part = HostPart::kNoAnswer;
    std::string server{};           // "15.8"
    std::optional<Duration> lag{};  // Of a standby: the age of what it has applied last.
    std::string words{};            // Why it does not answer.
};

// A standby, as the primary sees it. What the user may not see is missing.
struct StandbyStatus {
    std::string name{};
    std::optional<std::string> state{};  // "streaming"
    std::optional<std::string> sync{};   // "sync", "async", "quorum", "potential"
    std::optional<std::int64_t> bytes_behind{};
    std::optional<Duration> lag{};
};

struct DeploymentStatus {
    std::string id{};
    std::string state{};
    Instant created_at{};
};

struct DatabaseStatus {
    SchemaState schema;
    std::int64_t bytes = 0;
    std::optional<DeploymentStatus> deployment{};
    bool has_reader = false;             // The role onsale_reader.
    std::string synchronous_standbys{};  // The server's setting; empty: commits wait for none.
    bool commits_wait = false;           // synchronous_commit is not off or local.
    std::vector<StandbyStatus> standbys{};
};

struct StoreStatus {
    std::vector<HostStatus> hosts;
    std::optional<DatabaseStatus> database;  // Of the primary; without one, of a standby.
};

}  // namespace onsale::postgres
