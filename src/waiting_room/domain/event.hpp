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

// A window of the sale with its own rule about who may enter.
struct Phase {
    std::string id;
    std::string title;
    Instant from;
    Instant to;
    Eligibility who = Eligibility::kEverybody;
    std::string claim_name;  // Of the site's JWT, when who is kClaim.
    std::string claim_value;
    std::uint32_t seat_share_percent = 100;
    std::uint32_t seats_per_guest = 0;  // 0: the event's own limit.

    friend bool operator==(const Phase&, const Phase&) = default;
};

// Guests at positions up to `position_max` are asked to poll again after `every`.
struct PollStep {
    std::uint32_t position_max = 0;  // 0 in the last row: everybody else.
    Duration every{};

    friend bool operator==(const PollStep&, const PollStep&) = default;
};

// The rules of one line. Defaults are those of a sale with nothing configured.
struct LineRules {
    std::uint32_t max_active = 1000;
    std::uint32_t admit_per_second = 100;
    Duration admission_ttl = std::chrono::seconds{600};
    Duration claim_within = std::chrono::seconds{120};  // Zero: off.
    Duration active_away_after = std::chrono::seconds{180};
    // What the key for more time gives, and how often an admission may press it; zero: no such key.
    Duration extension = std::chrono::seconds{120};
    std::uint32_t extensions = 1;
    Duration away_after = std::chrono::seconds{180};
    Duration forget_after = std::chrono::minutes{30};
    std::uint32_t line_max = 10'000'000;
    std::uint32_t stream_front = 1000;     // Event streams only up to this position; 0: off.
    std::uint32_t proof_of_work_bits = 0;  // Leading zero bits asked at enter; 0: off.
    std::vector<PollStep> poll_steps = {{1'000, std::chrono::seconds{1}},
                                        {5'000, std::chrono::seconds{5}},
                                        {10'000, std::chrono::seconds{10}},
                                        {100'000, std::chrono::seconds{30}},
                                        {0, std::chrono::seconds{60}}};
    Duration poll_admitted = std::chrono::seconds{3};

    std::uint32_t extensions_allowed() const { return extension > Duration{0} ? extensions : 0; }

    friend bool operator==(const LineRules&, const LineRules&) = default;
};

// What an operator defines. A live event owns its journaled copy; the configuration file only gives
// the defaults for new ones.
struct EventSettings {
    std::string key;  // In URLs and tokens: a-z, 0-9 and '-', at most 40.
    std::string title;
    std::string artist;
    std::string venue;
    std::string time_zone = "Asia/Seoul";
    std::string redirect_to;  // Where an admitted guest goes; empty: the queue page itself.
    bool demo = false;
    // Guests see nothing of an unpublished event, and its calendar stands still. Events that were
    // made before there was this flag have always been seen.
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
    // The phase whose window holds `wall`.
    std::optional<std::uint16_t> phase_at(Instant wall) const;

    friend bool operator==(const EventSettings&, const EventSettings&) = default;
};

// The levers that concern the line and are plain switches. Freezing and extending deadlines move
// the line's own clock instead (line_clock.hpp).
struct Levers {
    bool joins_stopped = false;
    bool admission_stopped = false;
    std::string message_waiting;
    std::string message_admitted;

    friend bool operator==(const Levers&, const Levers&) = default;
};

// Why settings are refused: the field by its wire name, and what to do.
struct SettingsProblem {
    std::string field;
    std::string message;
};

// Limits that keep one event's definition small and its numbers meaningful.
constexpr std::size_t kPhasesMax = 100;
constexpr std::size_t kPerformancesMax = 1000;
constexpr std::size_t kTextMax = 500;
constexpr Duration kForgetAfterMax = std::chrono::hours{12};  // Last-seen is 16 bits of seconds.
// Together an hour and forty minutes: seats cannot be kept for long by asking for more time.
constexpr Duration kExtensionMax = std::chrono::minutes{10};
constexpr std::uint32_t kExtensionsMax = 10;
constexpr Duration kLeaveGrace = std::chrono::seconds{60};  // A leave can be undone that long.

std::optional<SettingsProblem> check(const LineRules& rules);
std::optional<SettingsProblem> check(const EventSettings& settings);

// What may still change once guests stand in the line: everything but key, identity, order policy,
// demo, and the times and phases that have already begun. Publishing has its own rules.
std::optional<SettingsProblem> check_edit(const EventSettings& before, const EventSettings& after,
                                          Lifecycle lifecycle, Instant wall);

}  // namespace onsale::waiting_room
