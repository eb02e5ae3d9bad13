// The rules for the settings of an event and for edits of them.
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/text/control_text.hpp"
#include "base/utf8.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::waiting_room {
namespace {

constexpr std::size_t kKeyMax = 40;
constexpr std::uint32_t kMaxActiveMax = 1'000'000;
constexpr std::uint32_t kLineMaxMax = 100'000'000;
constexpr std::uint32_t kStreamFrontMax = kLineMaxMax;  // No line is longer.
constexpr std::uint32_t kPhaseSeatsMax = 1'000;         // The maximum of the event's own limit.
constexpr const char* kKeyRule = "a-z, 0-9 and '-', at most 40";
constexpr const char* kTextRule = "at most 500 characters, no control characters";
constexpr std::uint32_t kProofOfWorkBitsMax = 30;  // More would take minutes on a phone.
constexpr std::size_t kPollStepsMax = 16;
constexpr Duration kAdmissionTtlMax = std::chrono::hours{24 * 7};
// Guests poll at most once a second, and their presence is reported in batches.
constexpr Duration kShortestSilence = std::chrono::seconds{5};
constexpr Duration kShortest = std::chrono::seconds{1};

// A broken rule with the values that break it. If it is in the old and the new settings, an edit
// has not changed it.
struct Broken {
    SettingsProblem problem;
    std::string values;

    friend bool operator==(const Broken& a, const Broken& b) {
        return a.problem.field == b.problem.field && a.problem.message == b.problem.message &&
               a.values == b.values;
    }
};

// The broken rules of some settings, in the order of the checks.
class Findings {
  public:
    bool require(bool holds, std::string_view field, std::string message, std::string values) {
        if (!holds)
            found_.push_back(
                {{prefix_ + std::string{field}, std::move(message)}, std::move(values)});
        return holds;
    }
    void text(std::string_view field, std::string_view text, std::string_view owner = {});
    void between(std::string_view field, std::uint32_t value, std::uint32_t low, std::uint32_t high,
                 std::string owner = {}) {
        require(value >= low && value <= high, field,
                "must be from " + std::to_string(low) + " to " + std::to_string(high) + ", is " +
                    std::to_string(value),
                std::move(owner));
    }
    void at_least(std::string_view field, Duration value, Duration low) {
        require(value >= low, field, "must be at least " + std::to_string(low.count()) + " ms",
                std::to_string(value.count()));
    }
    // Prefix for the names of nested fields.
    void inside(std::string prefix) { prefix_ = std::move(prefix); }

    std::optional<SettingsProblem> first() const {
        if (found_.empty()) return std::nullopt;
        return found_.front().problem;
    }
    std::optional<SettingsProblem> first_besides(const Findings& old) const {
        for (const Broken& one : found_)
            if (std::ranges::find(old.found_, one) == old.found_.end()) return one.problem;
        return std::nullopt;
    }

  private:
    std::string prefix_;
    std::vector<Broken> found_;
};

bool is_key(std::string_view key) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    };
    return !key.empty() && key.size() <= kKeyMax && std::ranges::all_of(key, allowed);
}

bool is_text(std::string_view text) {
    return characters(text) <= kTextMax && !has_control_characters(text);
}

void Findings::text(std::string_view field, std::string_view text, std::string_view owner) {
    require(is_text(text), field, kTextRule, std::string{owner} + ' ' + std::string{text});
}

std::string both(Duration a, Duration b) {
    return std::to_string(a.count()) + ' ' + std::to_string(b.count());
}

std::string both(Instant a, Instant b) {
    return both(a.time_since_epoch(), b.time_since_epoch());
}

// Times are written with a year of four digits, also after a delayed opening.
bool is_time(Instant instant) {
    using namespace std::chrono;
    constexpr Instant kEarliest{};
    constexpr Instant kBefore{sys_days{year{9999} / 1 / 1}};
    return instant >= kEarliest && instant < kBefore;
}

void check_time(Findings& found, std::string_view field, Instant instant,
                const std::string& owner = {}) {
    found.require(is_time(instant), field, "must lie between the years 1970 and 9998",
                  owner + ' ' + std::to_string(to_ms(instant)));
}

void check_times(Findings& found, const EventSettings& settings) {
    check_time(found, "opensAt", settings.opens_at);
    check_time(found, "lobbyOpensAt", settings.lobby_opens_at.value_or(Instant{}));
    check_time(found, "closesAt", settings.closes_at.value_or(Instant{}));
    for (const Phase& phase : settings.phases) {
        check_time(found, "phases", phase.from, phase.id);
        check_time(found, "phases", phase.to, phase.id);
    }
    for (const Performance& performance : settings.performances)
        check_time(found, "performances", performance.starts_at, performance.id);
}

std::string text_of(const std::vector<PollStep>& steps) {
    std::string text;
    for (const PollStep& step : steps)
        text += std::to_string(step.position_max) + ':' + std::to_string(step.every.count()) + ' ';
    return text;
}

void check_poll_steps(Findings& found, const LineRules& rules) {
    const auto& steps = rules.poll_steps;
    const auto require = [&](bool holds, const char* message) {
        return found.require(holds, "pollSteps", message,
                             text_of(steps) + std::to_string(rules.away_after.count()));
    };
    if (!require(!steps.empty() && steps.size() <= kPollStepsMax, "needs 1 to 16 rows")) return;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool last = i + 1 == steps.size();
        require(last == (steps[i].position_max == 0),
                "only the last row has positionMax 0 (all others)");
        require(last || i == 0 || steps[i].position_max > steps[i - 1].position_max,
                "rows must grow in positionMax");
        require(
            steps[i].every >= std::chrono::milliseconds{100} && steps[i].every <= rules.away_after,
            "each delay must be 100 ms to awayAfter");
    }
}

void check_phase(Findings& found, const EventSettings& settings, const Phase& phase) {
    found.require(is_key(phase.id), "phases.id", kKeyRule, phase.id);
    found.text("phases.title", phase.title, phase.id);
    found.require(phase.from < phase.to, "phases.to", "must be after from",
                  phase.id + ' ' + both(phase.from, phase.to));
    found.text("phases.claimName", phase.claim_name, phase.id);
    found.text("phases.claimValue", phase.claim_value, phase.id);
    found.require(phase.seat_share_percent <= 100, "phases.seatSharePercent",
                  "must be from 0 to 100",
                  phase.id + ' ' + std::to_string(phase.seat_share_percent));
    found.between("phases.seatsPerGuest", phase.seats_per_guest, 0, kPhaseSeatsMax, phase.id);
    found.require(phase.who != Eligibility::kClaim ||
                      (!phase.claim_name.empty() && settings.identity == Identity::kSite),
                  "phases.claimName", "needs a claim name and identity = site", phase.id);
}

void check_phases(Findings& found, const EventSettings& settings) {
    const auto& phases = settings.phases;
    if (!found.require(phases.size() <= kPhasesMax, "phases", "at most 100 phases",
                       std::to_string(phases.size())))
        return;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        check_phase(found, settings, phases[i]);
        if (i > 0)
            found.require(phases[i].from >= phases[i - 1].to, "phases.from",
                          "phases must follow each other without overlap",
                          both(phases[i - 1].to, phases[i].from));
        const auto before = phases.begin() + static_cast<std::ptrdiff_t>(i);
        found.require(std::ranges::find(phases.begin(), before, phases[i].id, &Phase::id) == before,
                      "phases.id", "used twice: " + phases[i].id, "");
    }
}

void check_performances(Findings& found, const EventSettings& settings) {
    if (!found.require(settings.performances.size() <= kPerformancesMax, "performances",
                       "at most 1000 performances", std::to_string(settings.performances.size())))
        return;
    std::set<std::string_view> ids;
    for (const Performance& performance : settings.performances) {
        found.require(is_key(performance.id) && is_text(performance.title), "performances",
                      "id a-z, 0-9, '-'; title at most 500 characters, no control characters",
                      performance.id + ' ' + performance.title);
        // The id identifies the hall, its orders and its images.
        found.require(ids.insert(performance.id).second, "performances.id",
                      "used twice: " + performance.id, "");
    }
}

bool is_relative_path(std::string_view path) {
    return path.empty() || (path.starts_with('/') && !path.starts_with("//") && is_text(path) &&
                            path.find('\\') == path.npos);
}

void check_rules(Findings& found, const LineRules& rules) {
    found.between("maxActive", rules.max_active, 0, kMaxActiveMax);
    found.between("admitPerSecond", rules.admit_per_second, 1, kMaxActiveMax);
    found.between("lineMax", rules.line_max, 1, kLineMaxMax);
    found.between("streamFront", rules.stream_front, 0, kStreamFrontMax);
    found.between("extensions", rules.extensions, 0, kExtensionsMax);
    found.between("proofOfWorkBits", rules.proof_of_work_bits, 0, kProofOfWorkBitsMax);
    found.at_least("admissionTtl", rules.admission_ttl, kShortest);
    found.at_least("activeAwayAfter", rules.active_away_after, kShortestSilence);
    found.at_least("awayAfter", rules.away_after, kShortestSilence);
    found.at_least("pollAdmitted", rules.poll_admitted, std::chrono::milliseconds{100});
    found.require(rules.admission_ttl <= kAdmissionTtlMax, "admissionTtl", "must be at most 7 days",
                  std::to_string(rules.admission_ttl.count()));
    found.require(rules.active_away_after <= kForgetAfterMax, "activeAwayAfter",
                  "must be at most 12 hours", std::to_string(rules.active_away_after.count()));
    // A guest who polls at the requested interval must not be ended for silence.
    found.require(rules.poll_admitted <= rules.active_away_after, "pollAdmitted",
                  "must not be longer than activeAwayAfter",
                  both(rules.poll_admitted, rules.active_away_after));
    found.require(rules.extension >= Duration::zero() && rules.extension <= kExtensionMax,
                  "extension", "must be at most 10 minutes (0 is off)",
                  std::to_string(rules.extension.count()));
    found.require(
        rules.claim_within >= Duration::zero() && rules.claim_within <= rules.admission_ttl,
        "claimWithin", "must not be longer than admissionTtl (0 is off)",
        both(rules.claim_within, rules.admission_ttl));
    found.require(rules.forget_after >= rules.away_after, "forgetAfter",
                  "must not be shorter than awayAfter", both(rules.forget_after, rules.away_after));
    found.require(rules.forget_after <= kForgetAfterMax, "forgetAfter", "must be at most 12 hours",
                  std::to_string(rules.forget_after.count()));
    check_poll_steps(found, rules);
}

void check_calendar(Findings& found, const EventSettings& settings) {
    const Instant opens = settings.opens_at;
    const Instant lobby = settings.lobby_opens_at.value_or(opens);
    found.require(opens != Instant{}, "opensAt", "must be set", "");
    found.require(lobby <= opens, "lobbyOpensAt", "must not be after opensAt", both(lobby, opens));
    if (settings.closes_at)
        found.require(*settings.closes_at > opens, "closesAt", "must be after opensAt",
                      both(*settings.closes_at, opens));
    found.require(settings.order != OrderPolicy::kLobbyShuffle || settings.lobby_opens_at,
                  "lobbyOpensAt", "lobby-shuffle needs a lobby", "");
    check_times(found, settings);
}

Findings findings_in(const EventSettings& settings) {
    Findings found;
    found.require(is_key(settings.key), "key", kKeyRule, settings.key);
    found.require(!settings.title.empty(), "title", "must not be empty", "");
    found.text("title", settings.title);
    found.text("artist", settings.artist);
    found.text("venue", settings.venue);
    found.text("timeZone", settings.time_zone);
    found.require(is_relative_path(settings.redirect_to), "redirectTo",
                  "must be a path of this site, like /seats", settings.redirect_to);
    check_calendar(found, settings);
    check_phases(found, settings);
    check_performances(found, settings);
    found.inside("rules.");
    check_rules(found, settings.rules);
    return found;
}

// A phase that has begun stays as it is, except for a text that breaks a rule, which may have been
// written before the rule existed.
bool keeps_begun(const Phase& before, const Phase& after) {
    Phase kept = before;
    for (std::string Phase::* const text : {&Phase::title, &Phase::claim_name, &Phase::claim_value})
        if (!is_text(before.*text)) kept.*text = after.*text;
    return kept == after;
}

std::optional<SettingsProblem> check_begun_phases(const EventSettings& before,
                                                  const EventSettings& after, Instant wall) {
    for (const Phase& phase : before.phases) {
        const auto keeps = [&](const Phase& one) { return keeps_begun(phase, one); };
        if (phase.from <= wall && std::ranges::none_of(after.phases, keeps))
            return SettingsProblem{"phases", "phase " + phase.id + " has begun and cannot change"};
    }
    return std::nullopt;
}

}  // namespace

std::optional<SettingsProblem> check(const LineRules& rules) {
    Findings found;
    check_rules(found, rules);
    return found.first();
}

std::optional<SettingsProblem> check(const EventSettings& settings) {
    return findings_in(settings).first();
}

std::optional<SettingsProblem> check_edit(const EventSettings& before, const EventSettings& after,
                                          Lifecycle lifecycle, Instant wall) {
    // Rules may become stricter. An edit must not be rejected for values that it does not change.
    if (auto problem = findings_in(after).first_besides(findings_in(before))) return problem;
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
    return check_begun_phases(before, after, wall);
}

}  // namespace onsale::waiting_room
