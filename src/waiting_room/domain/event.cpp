#include "waiting_room/domain/event.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/control_text.hpp"
#include "base/utf8.hpp"

namespace onsale::waiting_room {
namespace {

using Problem = std::optional<SettingsProblem>;

constexpr std::size_t kKeyMax = 40;
constexpr std::uint32_t kMaxActiveMax = 1'000'000;
constexpr std::uint32_t kLineMaxMax = 100'000'000;
constexpr std::uint32_t kStreamFrontMax = kLineMaxMax;  // No line is longer.
constexpr std::uint32_t kPhaseSeatsMax = 1'000;         // The maximum of the event's own limit.
constexpr const char* kTextRule = "at most 500 characters, no control characters";
constexpr std::uint32_t kProofOfWorkBitsMax = 30;  // More would take minutes on a phone.
constexpr std::size_t kPollStepsMax = 16;
constexpr Duration kAdmissionTtlMax = std::chrono::hours{24 * 7};
// Guests poll at most once a second, and their presence is reported in batches.
constexpr Duration kShortestSilence = std::chrono::seconds{5};
constexpr Duration kShortest = std::chrono::seconds{1};

bool is_key(std::string_view key) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    };
    return !key.empty() && key.size() <= kKeyMax && std::ranges::all_of(key, allowed);
}

bool is_text(std::string_view text) {
    return characters(text) <= kTextMax && !has_control_characters(text);
}

Problem between(const char* field, std::uint32_t value, std::uint32_t low, std::uint32_t high) {
    if (value >= low && value <= high) return std::nullopt;
    return SettingsProblem{field, "must be from " + std::to_string(low) + " to " +
                                      std::to_string(high) + ", is " + std::to_string(value)};
}

Problem at_least(const char* field, Duration value, Duration low) {
    if (value >= low) return std::nullopt;
    return SettingsProblem{field, "must be at least " + std::to_string(low.count()) + " ms"};
}

// Times are written with a year of four digits, also after a delayed opening.
bool is_time(Instant instant) {
    using namespace std::chrono;
    constexpr Instant kEarliest{};
    constexpr Instant kBefore{sys_days{year{9999} / 1 / 1}};
    return instant >= kEarliest && instant < kBefore;
}

Problem check_times(const EventSettings& settings) {
    const auto wrong = [](const char* field) {
        return SettingsProblem{field, "must lie between the years 1970 and 9998"};
    };
    if (!is_time(settings.opens_at)) return wrong("opensAt");
    if (!is_time(settings.lobby_opens_at.value_or(Instant{}))) return wrong("lobbyOpensAt");
    if (!is_time(settings.closes_at.value_or(Instant{}))) return wrong("closesAt");
    for (const Phase& phase : settings.phases)
        if (!is_time(phase.from) || !is_time(phase.to)) return wrong("phases");
    for (const Performance& performance : settings.performances)
        if (!is_time(performance.starts_at)) return wrong("performances");
    return std::nullopt;
}

Problem check_poll_steps(const LineRules& rules) {
    if (rules.poll_steps.empty() || rules.poll_steps.size() > kPollStepsMax)
        return SettingsProblem{"pollSteps", "needs 1 to 16 rows"};
    for (std::size_t i = 0; i < rules.poll_steps.size(); ++i) {
        const PollStep& step = rules.poll_steps[i];
        const bool last = i + 1 == rules.poll_steps.size();
        if (last != (step.position_max == 0))
            return SettingsProblem{"pollSteps", "only the last row has positionMax 0 (all others)"};
        if (!last && i > 0 && step.position_max <= rules.poll_steps[i - 1].position_max)
            return SettingsProblem{"pollSteps", "rows must grow in positionMax"};
        if (step.every < std::chrono::milliseconds{100} || step.every > rules.away_after)
            return SettingsProblem{"pollSteps", "each delay must be 100 ms to awayAfter"};
    }
    return std::nullopt;
}

Problem check_phases(const EventSettings& settings) {
    if (settings.phases.size() > kPhasesMax) return SettingsProblem{"phases", "at most 100 phases"};
    for (std::size_t i = 0; i < settings.phases.size(); ++i) {
        const Phase& phase = settings.phases[i];
        if (!is_key(phase.id)) return SettingsProblem{"phases.id", "a-z, 0-9 and '-', at most 40"};
        if (!is_text(phase.title)) return SettingsProblem{"phases.title", kTextRule};
        if (phase.from >= phase.to) return SettingsProblem{"phases.to", "must be after from"};
        if (i > 0 && phase.from < settings.phases[i - 1].to)
            return SettingsProblem{"phases.from", "phases must follow each other without overlap"};
        if (!is_text(phase.claim_name)) return SettingsProblem{"phases.claimName", kTextRule};
        if (!is_text(phase.claim_value)) return SettingsProblem{"phases.claimValue", kTextRule};
        if (phase.seat_share_percent > 100)
            return SettingsProblem{"phases.seatSharePercent", "must be from 0 to 100"};
        if (auto problem =
                between("phases.seatsPerGuest", phase.seats_per_guest, 0, kPhaseSeatsMax))
            return problem;
        if (phase.who == Eligibility::kClaim &&
            (phase.claim_name.empty() || settings.identity != Identity::kSite))
            return SettingsProblem{"phases.claimName", "needs a claim name and identity = site"};
        for (std::size_t j = 0; j < i; ++j)
            if (settings.phases[j].id == phase.id)
                return SettingsProblem{"phases.id", "used twice: " + phase.id};
    }
    return std::nullopt;
}

Problem check_performances(const EventSettings& settings) {
    if (settings.performances.size() > kPerformancesMax)
        return SettingsProblem{"performances", "at most 1000 performances"};
    std::set<std::string_view> ids;
    for (const Performance& performance : settings.performances) {
        if (!is_key(performance.id) || !is_text(performance.title))
            return SettingsProblem{
                "performances",
                "id a-z, 0-9, '-'; title at most 500 characters, no control characters"};
        // The id identifies the hall, its orders and its images.
        if (!ids.insert(performance.id).second)
            return SettingsProblem{"performances.id", "used twice: " + performance.id};
    }
    return std::nullopt;
}

bool is_relative_path(std::string_view path) {
    return path.empty() || (path.starts_with('/') && !path.starts_with("//") && is_text(path) &&
                            path.find('\\') == path.npos);
}

}  // namespace

std::optional<std::uint16_t> EventSettings::phase_index(const std::string& id) const {
    const auto found = std::ranges::find(phases, id, &Phase::id);
    if (found == phases.end()) return std::nullopt;
    return static_cast<std::uint16_t>(found - phases.begin());
}

std::optional<std::uint16_t> EventSettings::phase_at(Instant wall) const {
    const auto holds = [wall](const Phase& phase) { return phase.from <= wall && wall < phase.to; };
    const auto found = std::ranges::find_if(phases, holds);
    if (found == phases.end()) return std::nullopt;
    return static_cast<std::uint16_t>(found - phases.begin());
}

std::optional<SettingsProblem> check(const LineRules& rules) {
    for (const Problem& problem :
         {between("maxActive", rules.max_active, 0, kMaxActiveMax),
          between("admitPerSecond", rules.admit_per_second, 1, kMaxActiveMax),
          between("lineMax", rules.line_max, 1, kLineMaxMax),
          between("streamFront", rules.stream_front, 0, kStreamFrontMax),
          between("extensions", rules.extensions, 0, kExtensionsMax),
          between("proofOfWorkBits", rules.proof_of_work_bits, 0, kProofOfWorkBitsMax),
          at_least("admissionTtl", rules.admission_ttl, kShortest),
          at_least("activeAwayAfter", rules.active_away_after, kShortestSilence),
          at_least("awayAfter", rules.away_after, kShortestSilence),
          at_least("pollAdmitted", rules.poll_admitted, std::chrono::milliseconds{100})})
        if (problem) return problem;
    if (rules.admission_ttl > kAdmissionTtlMax)
        return SettingsProblem{"admissionTtl", "must be at most 7 days"};
    if (rules.active_away_after > kForgetAfterMax)
        return SettingsProblem{"activeAwayAfter", "must be at most 12 hours"};
    // A guest who polls at the requested interval must not be ended for silence.
    if (rules.poll_admitted > rules.active_away_after)
        return SettingsProblem{"pollAdmitted", "must not be longer than activeAwayAfter"};
    if (rules.extension < Duration::zero() || rules.extension > kExtensionMax)
        return SettingsProblem{"extension", "must be at most 10 minutes (0 is off)"};
    if (rules.claim_within < Duration::zero() || rules.claim_within > rules.admission_ttl)
        return SettingsProblem{"claimWithin", "must not be longer than admissionTtl (0 is off)"};
    if (rules.forget_after < rules.away_after)
        return SettingsProblem{"forgetAfter", "must not be shorter than awayAfter"};
    if (rules.forget_after > kForgetAfterMax)
        return SettingsProblem{"forgetAfter", "must be at most 12 hours"};
    return check_poll_steps(rules);
}

std::optional<SettingsProblem> check(const EventSettings& settings) {
    if (!is_key(settings.key)) return SettingsProblem{"key", "a-z, 0-9 and '-', at most 40"};
    if (settings.title.empty()) return SettingsProblem{"title", "must not be empty"};
    for (const auto& [field, text] : {std::pair{"title", &settings.title},
                                      {"artist", &settings.artist},
                                      {"venue", &settings.venue},
                                      {"timeZone", &settings.time_zone}})
        if (!is_text(*text)) return SettingsProblem{field, kTextRule};
    if (!is_relative_path(settings.redirect_to))
        return SettingsProblem{"redirectTo", "must be a path of this site, like /seats"};
    if (settings.opens_at == Instant{}) return SettingsProblem{"opensAt", "must be set"};
    if (settings.lobby_opens_at && *settings.lobby_opens_at > settings.opens_at)
        return SettingsProblem{"lobbyOpensAt", "must not be after opensAt"};
    if (settings.closes_at && *settings.closes_at <= settings.opens_at)
        return SettingsProblem{"closesAt", "must be after opensAt"};
    if (settings.order == OrderPolicy::kLobbyShuffle && !settings.lobby_opens_at)
        return SettingsProblem{"lobbyOpensAt", "lobby-shuffle needs a lobby"};
    if (const Problem problem = check_times(settings)) return problem;
    if (const Problem problem = check_phases(settings)) return problem;
    if (const Problem problem = check_performances(settings)) return problem;
    auto problem = check(settings.rules);
    if (problem) problem->field = "rules." + problem->field;
    return problem;
}

std::optional<SettingsProblem> check_edit(const EventSettings& before, const EventSettings& after,
                                          Lifecycle lifecycle, Instant wall) {
    if (const Problem problem = check(after)) return problem;
    if (before.key != after.key) return SettingsProblem{"key", "never changes"};
    if (before.demo != after.demo) return SettingsProblem{"demo", "never changes"};
    if (before.published != after.published)
        return SettingsProblem{"published", "is changed by publish and unpublish, not by an edit"};
    if (lifecycle == Lifecycle::kDraft) return std::nullopt;
    if (lifecycle == Lifecycle::kArchived) return SettingsProblem{"", "the event is archived"};
    if (before.identity != after.identity)
        return SettingsProblem{"identity", "fixed since the lobby opened"};
    if (before.order != after.order)
        return SettingsProblem{"order", "fixed since the lobby opened"};
    if (before.lobby_opens_at != after.lobby_opens_at)
        return SettingsProblem{"lobbyOpensAt", "the lobby has opened"};
    if (lifecycle != Lifecycle::kLobby && before.opens_at != after.opens_at)
        return SettingsProblem{"opensAt", "the sale has opened"};
    for (const Phase& phase : before.phases)
        if (phase.from <= wall && std::ranges::find(after.phases, phase) == after.phases.end())
            return SettingsProblem{"phases", "phase " + phase.id + " has begun and cannot change"};
    return std::nullopt;
}

}  // namespace onsale::waiting_room
