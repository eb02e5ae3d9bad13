#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.hpp"

namespace onsale::waiting_room {

enum class Lifecycle : std::uint8_t { kDraft, kLobby, kOpen, kPaused, kClosed, kArchived };
enum class OrderPolicy : std::uint8_t { kFifo, kLobbyShuffle };
enum class Identity : std::uint8_t { kVisitor, kAccount, kSite };
enum class Eligibility : std::uint8_t { kEverybody, kList, kCode, kClaim };

struct Performance {
    std::string id;
    std::string title;
    Instant starts_at;

    friend bool operator==(const Performance&, const Performance&) = default;
};

// A time window of the sale with its own eligibility rule.
struct Phase {
    std::string id;
    std::string title;
    Instant from;
    Instant to;
    Eligibility who = Eligibility::kEverybody;
    std::string claim_name;  // Claim of the site's JWT, when who is kClaim.
    std::string claim_value;
    std::uint32_t seat_share_percent = 100;
    std::uint32_t seats_per_guest = 0;  // 0: the event's own limit.

    friend bool operator==(const Phase&, const Phase&) = default;
};

// Guests at positions up to `position_max` are asked to poll again after `every`.
struct PollStep {
    std::uint32_t position_max = 0;  // 0 in the last row: all other positions.
    Duration every{};

    friend bool operator==(const PollStep&, const PollStep&) = default;
};

// The rules of one line. The defaults are those of a sale without configuration.
struct LineRules {
    std::uint32_t max_active = 1000;
    std::uint32_t admit_per_second = 100;
    Duration admission_ttl = std::chrono::seconds{600};
    Duration claim_within = std::chrono::seconds{120};  // Zero: off.
    Duration active_away_after = std::chrono::seconds{180};
    // Length of one extension that a guest may request, and the maximum number of extensions per
    // admission. Zero: no extensions.
    Duration extension = std::chrono::seconds{120};
    std::uint32_t extensions = 1;
    Duration away_after = std::chrono::seconds{180};
    Duration forget_after = std::chrono::minutes{30};
    std::uint32_t line_max = 10'000'000;
    // Maximum position with an event stream; 0: no event streams.
    std::uint32_t stream_front = 1000;
    std::uint32_t proof_of_work_bits = 0;  // Leading zero bits required to enter; 0: off.
    std::vector<PollStep> poll_steps = {{1'000, std::chrono::seconds{1}},
                                        {5'000, std::chrono::seconds{5}},
                                        {10'000, std::chrono::seconds{10}},
                                        {100'000, std::chrono::seconds{30}},
                                        {0, std::chrono::seconds{60}}};
    Duration poll_admitted = std::chrono::seconds{3};

    std::uint32_t extensions_allowed() const { return extension > Duration{0} ? extensions : 0; }

    friend bool operator==(const LineRules&, const LineRules&) = default;
};

// The definition of an event by an operator. A live event has its own journaled copy; the
// configuration file only provides the defaults for new events.
struct EventSettings {
    std::string key;  // Used in URLs and tokens: a-z, 0-9 and '-', at most 40 characters.
    std::string title;
    std::string artist;
    std::string venue;
    std::string time_zone = "Asia/Seoul";
    // Path to which an admitted guest is redirected; empty: the queue page itself.
    std::string redirect_to;
    bool demo = false;
    // Guests cannot see an unpublished event, and its calendar does not advance. The default is
    // true because events made before this flag existed were always visible.
    bool published = true;
    Identity identity = Identity::kVisitor;
    OrderPolicy order = OrderPolicy::kFifo;
    std::optional<Instant> lobby_opens_at;
    Instant opens_at;
    std::optional<Instant> closes_at;
    std::vector<Performance> performances;
    std::vector<Phase> phases;
    LineRules rules;

    std::optional<std::uint16_t> phase_index(const std::string& id) const;
    // The phase whose time window contains `wall`.
    std::optional<std::uint16_t> phase_at(Instant wall) const;

    friend bool operator==(const EventSettings&, const EventSettings&) = default;
};

// The levers of the line that are plain switches. Freezing and extending deadlines change the
// line's clock instead (line_clock.hpp).
struct Levers {
    bool joins_stopped = false;
    bool admission_stopped = false;
    std::string message_waiting;
    std::string message_admitted;

    friend bool operator==(const Levers&, const Levers&) = default;
};

// Why settings are rejected: the field by its wire name, and how to fix it.
struct SettingsProblem {
    std::string field;
    std::string message;
};

// Limits that keep the definition of an event small and its values meaningful.
constexpr std::size_t kPhasesMax = 100;
constexpr std::size_t kPerformancesMax = 1000;
constexpr std::size_t kTextMax = 500;
constexpr Duration kForgetAfterMax = std::chrono::hours{12};  // Presence stores seconds in 16 bits.
// Together at most 100 minutes, so that extensions cannot block seats for long.
constexpr Duration kExtensionMax = std::chrono::minutes{10};
constexpr std::uint32_t kExtensionsMax = 10;
constexpr Duration kLeaveGrace = std::chrono::seconds{60};  // How long a leave can be undone.

std::optional<SettingsProblem> check(const LineRules& rules);
std::optional<SettingsProblem> check(const EventSettings& settings);

// Checks what may still change after guests have joined the line: everything except key, identity,
// order policy, demo, and the times and phases that have already begun. Publishing has separate
// rules. An invalid value is rejected only if the edit introduces it: an event may be older than
// the rule. Such a text of a phase that has begun may be corrected.
std::optional<SettingsProblem> check_edit(const EventSettings& before, const EventSettings& after,
                                          Lifecycle lifecycle, Instant wall);

}  // namespace onsale::waiting_room
