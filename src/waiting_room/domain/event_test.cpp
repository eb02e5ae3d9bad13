#include "waiting_room/domain/event.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

Phase good_phase(const std::string& id, Duration from, Duration to) {
    Phase phase;
    phase.id = id;
    phase.from = kOpensAt + from;
    phase.to = kOpensAt + to;
    return phase;
}

EventSettings good_settings() {
    EventSettings settings = test_settings();
    settings.closes_at = kOpensAt + 10h;
    settings.redirect_to = "/seats";
    settings.phases = {good_phase("a", 0h, 1h), good_phase("b", 1h, 2h)};
    settings.performances = {{"p1", "Friday", kOpensAt + 100h}};
    return settings;
}

struct BadField {
    const char* field;
    std::function<void(EventSettings&)> spoil;
};

void expect_named(const std::vector<BadField>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EventSettings settings = good_settings();
        rows[i].spoil(settings);
        const auto problem = check(settings);
        ASSERT_TRUE(problem.has_value()) << "row " << i << ' ' << rows[i].field;
        EXPECT_EQ(problem->field, rows[i].field) << "row " << i;
        EXPECT_FALSE(problem->message.empty());
    }
}

// Returns the field for which an edit is rejected; empty when it is accepted.
std::string refused_edit(Lifecycle lifecycle, Instant wall,
                         const std::function<void(EventSettings&)>& change) {
    EventSettings after = good_settings();
    change(after);
    const auto problem = check_edit(good_settings(), after, lifecycle, wall);
    return problem ? problem->field : "";
}

// An event that an earlier version accepted, in its first phase.
EventSettings old_settings() {
    EventSettings settings = good_settings();
    settings.venue = "Hall\tOne";
    settings.identity = Identity::kSite;
    settings.phases[0].title = "Fans\nfirst";
    settings.phases[0].who = Eligibility::kClaim;
    settings.phases[0].claim_name = "club";
    settings.phases[0].claim_value = "gold\x7f";
    settings.performances[0].title = "Fri\tday";
    settings.rules.poll_admitted = settings.rules.active_away_after + 1s;
    return settings;
}

std::string refused_old_edit(const std::function<void(EventSettings&)>& change) {
    EventSettings after = old_settings();
    change(after);
    const auto problem = check_edit(old_settings(), after, Lifecycle::kOpen, kOpensAt);
    return problem ? problem->field : "";
}

}  // namespace

TEST(EventSettings, GoodSettingsAndDefaultsPass) {
    EXPECT_FALSE(check(good_settings()));
    EXPECT_FALSE(check(LineRules{}));
}

TEST(EventSettings, EachBadFieldIsNamed) {
    using S = EventSettings;
    expect_named({
        {"key", [](S& s) { s.key = ""; }},
        {"key", [](S& s) { s.key = "Upper"; }},
        {"key", [](S& s) { s.key = "a/b"; }},
        {"key", [](S& s) { s.key = std::string(41, 'a'); }},
        {"title", [](S& s) { s.title = ""; }},
        {"title", [](S& s) { s.title = std::string(501, 'a'); }},
        {"title", [](S& s) { s.title = "a\nb"; }},
        {"artist", [](S& s) { s.artist = std::string(501, 'a'); }},
        {"venue", [](S& s) { s.venue = "\x1b[2J"; }},
        {"timeZone", [](S& s) { s.time_zone = std::string(501, 'a'); }},
        {"redirectTo", [](S& s) { s.redirect_to = "https://evil.example/"; }},
        {"redirectTo", [](S& s) { s.redirect_to = "//evil.example/"; }},
        {"redirectTo", [](S& s) { s.redirect_to = "/\\evil.example/"; }},
        {"redirectTo", [](S& s) { s.redirect_to = "/a\r\nSet-Cookie: x"; }},
        {"lobbyOpensAt", [](S& s) { s.lobby_opens_at = s.opens_at + 1ms; }},
        {"lobbyOpensAt",
         [](S& s) { s.order = OrderPolicy::kLobbyShuffle, s.lobby_opens_at.reset(); }},
        {"opensAt", [](S& s) { s.opens_at = {}; }},
        {"closesAt", [](S& s) { s.closes_at = s.opens_at; }},
        {"performances", [](S& s) { s.performances.resize(kPerformancesMax + 1); }},
        {"performances", [](S& s) { s.performances[0].id = "A B"; }},
        {"performances", [](S& s) { s.performances[0].title = std::string(501, 'a'); }},
        {"performances.id", [](S& s) { s.performances.push_back(s.performances[0]); }},
    });
}

// A year is written with four digits, although the date format of the API allows more.
TEST(EventSettings, TimesLieInYearsThatCanBeWritten) {
    using S = EventSettings;
    using namespace std::chrono;
    static constexpr Instant kTooLate{sys_days{year{9999} / 1 / 1}};
    static constexpr Instant kTooEarly{-1ms};
    expect_named({
        {"opensAt", [](S& s) { s.opens_at = kTooLate, s.closes_at.reset(); }},
        {"opensAt", [](S& s) { s.opens_at = kTooEarly, s.lobby_opens_at.reset(); }},
        {"lobbyOpensAt", [](S& s) { s.lobby_opens_at = kTooEarly; }},
        {"closesAt", [](S& s) { s.closes_at = kTooLate; }},
        {"phases", [](S& s) { s.phases.back().to = kTooLate; }},
        {"performances", [](S& s) { s.performances[0].starts_at = kTooEarly; }},
    });
}

TEST(EventSettings, TextsAreCountedInCharacters) {
    EventSettings settings = good_settings();
    settings.title.clear();
    for (int i = 0; i < 500; ++i)
        settings.title += "봄";
    EXPECT_FALSE(check(settings));
    settings.phases[0].title = settings.title;
    EXPECT_FALSE(check(settings));
    settings.phases[0].title += "봄";
    EXPECT_EQ(check(settings).value().message, "at most 500 characters, no control characters");
    settings.title += "봄";
    EXPECT_EQ(check(settings).value().message, "at most 500 characters, no control characters");
}

TEST(EventSettings, EachBadPhaseIsNamed) {
    using S = EventSettings;
    expect_named({
        {"phases", [](S& s) { s.phases.resize(kPhasesMax + 1); }},
        {"phases.id", [](S& s) { s.phases[0].id = ""; }},
        {"phases.id", [](S& s) { s.phases[1].id = "a"; }},
        {"phases.title", [](S& s) { s.phases[0].title = std::string(501, 'a'); }},
        {"phases.seatsPerGuest", [](S& s) { s.phases[0].seats_per_guest = 1'001; }},
        {"phases.title", [](S& s) { s.phases[0].title = "a\x7f"; }},
        {"phases.to", [](S& s) { s.phases[0].to = s.phases[0].from; }},
        {"phases.from", [](S& s) { s.phases[1].from -= 1ms; }},
        {"phases.claimName", [](S& s) { s.phases[0].who = Eligibility::kClaim; }},
        {"phases.claimName",
         [](S& s) { s.phases[0].who = Eligibility::kClaim, s.phases[0].claim_name = "tier"; }},
        {"phases.claimName", [](S& s) { s.phases[0].claim_name = std::string(501, 'a'); }},
        {"phases.claimValue", [](S& s) { s.phases[0].claim_value = std::string(501, 'a'); }},
        {"phases.seatSharePercent", [](S& s) { s.phases[0].seat_share_percent = 101; }},
    });
}

TEST(EventSettings, EachBadRuleIsNamed) {
    using S = EventSettings;
    expect_named({
        {"rules.maxActive", [](S& s) { s.rules.max_active = 1'000'001; }},
        {"rules.admitPerSecond", [](S& s) { s.rules.admit_per_second = 0; }},
        {"rules.lineMax", [](S& s) { s.rules.line_max = 0; }},
        {"rules.lineMax", [](S& s) { s.rules.line_max = 100'000'001; }},
        {"rules.streamFront", [](S& s) { s.rules.stream_front = 100'000'001; }},
        {"rules.proofOfWorkBits", [](S& s) { s.rules.proof_of_work_bits = 31; }},
        {"rules.admissionTtl", [](S& s) { s.rules.admission_ttl = 999ms; }},
        {"rules.activeAwayAfter", [](S& s) { s.rules.active_away_after = 0s; }},
        {"rules.extension", [](S& s) { s.rules.extension = 10min + 1ms; }},
        {"rules.extension", [](S& s) { s.rules.extension = -1ms; }},
        {"rules.extensions", [](S& s) { s.rules.extensions = 11; }},
        {"rules.awayAfter", [](S& s) { s.rules.away_after = 0s; }},
        {"rules.pollAdmitted", [](S& s) { s.rules.poll_admitted = 99ms; }},
        {"rules.pollAdmitted",
         [](S& s) { s.rules.poll_admitted = s.rules.active_away_after + 1ms; }},
        {"rules.claimWithin", [](S& s) { s.rules.claim_within = -1ms; }},
        {"rules.forgetAfter", [](S& s) { s.rules.forget_after = s.rules.away_after - 1ms; }},
        {"rules.forgetAfter", [](S& s) { s.rules.forget_after = 12h + 1ms; }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps.clear(); }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps.assign(17, {0, 1s}); }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps = {{10, 1s}}; }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps = {{0, 1s}, {0, 1s}}; }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps = {{10, 1s}, {10, 1s}, {0, 1s}}; }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps = {{0, 99ms}}; }},
        {"rules.pollSteps", [](S& s) { s.rules.poll_steps = {{0, s.rules.away_after + 1ms}}; }},
    });
}

TEST(EventSettings, AClaimWindowLongerThanTheAdmissionIsImpossible) {
    LineRules rules;
    rules.claim_within = rules.admission_ttl;
    EXPECT_FALSE(check(rules));
    rules.claim_within += 1ms;
    EXPECT_EQ(check(rules)->field, "claimWithin");
}

TEST(EventSettings, APhaseHoldsItsFromButNotItsTo) {
    const EventSettings settings = good_settings();
    EXPECT_EQ(settings.phase_at(kOpensAt - 1ms), std::nullopt);
    EXPECT_EQ(settings.phase_at(kOpensAt), 0);
    EXPECT_EQ(settings.phase_at(kOpensAt + 1h - 1ms), 0);
    EXPECT_EQ(settings.phase_at(kOpensAt + 1h), 1);
    EXPECT_EQ(settings.phase_at(kOpensAt + 2h), std::nullopt);
}

TEST(EventEdit, KeyAndDemoNeverChange) {
    const auto key = [](EventSettings& s) { s.key = "other"; };
    const auto demo = [](EventSettings& s) { s.demo = true; };
    EXPECT_EQ(refused_edit(Lifecycle::kDraft, kOpensAt - 9h, key), "key");
    EXPECT_EQ(refused_edit(Lifecycle::kDraft, kOpensAt - 9h, demo), "demo");
}

TEST(EventEdit, IdentityOrderAndLobbyTimeAreFixedOnceTheLobbyIsOpen) {
    const auto identity = [](EventSettings& s) { s.identity = Identity::kSite; };
    const auto order = [](EventSettings& s) { s.order = OrderPolicy::kLobbyShuffle; };
    const auto lobby = [](EventSettings& s) { *s.lobby_opens_at += 1min; };
    for (const auto& change : {std::function<void(EventSettings&)>{identity}, {order}, {lobby}})
        EXPECT_EQ(refused_edit(Lifecycle::kDraft, kOpensAt - 9h, change), "");
    const Instant in_lobby = kOpensAt - 30min;
    EXPECT_EQ(refused_edit(Lifecycle::kLobby, in_lobby, identity), "identity");
    EXPECT_EQ(refused_edit(Lifecycle::kLobby, in_lobby, order), "order");
    EXPECT_EQ(refused_edit(Lifecycle::kLobby, in_lobby, lobby), "lobbyOpensAt");
}

TEST(EventEdit, TheOpeningMayMoveUntilItHappened) {
    const auto later = [](EventSettings& s) { s.opens_at += 1min; };
    EXPECT_EQ(refused_edit(Lifecycle::kLobby, kOpensAt - 30min, later), "");
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt, later), "opensAt");
    EXPECT_EQ(refused_edit(Lifecycle::kPaused, kOpensAt, later), "opensAt");
}

TEST(EventEdit, APhaseThatHasBegunCannotChange) {
    const auto first = [](EventSettings& s) { s.phases[0].to -= 1min; };
    const auto second = [](EventSettings& s) { s.phases[1].to += 1min; };
    const auto gone = [](EventSettings& s) { s.phases.clear(); };
    EXPECT_EQ(refused_edit(Lifecycle::kLobby, kOpensAt - 1ms, first), "");
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt, first), "phases");
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt, second), "");
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt + 1h, second), "phases");
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt, gone), "phases");
}

TEST(EventEdit, LimitsAndTextsMayChangeWhileOpen) {
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt,
                           [](EventSettings& s) {
                               s.rules.max_active = 5;
                               s.title = "New";
                               s.closes_at = kOpensAt + 11h;
                           }),
              "");
}

TEST(EventEdit, AnOldEventIsNotLockedByWhatNewRulesForbid) {
    ASSERT_TRUE(check(old_settings()));
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.rules.max_active = 5; }), "");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.title = "New"; }), "");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.phases[1].title = "All"; }), "");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) {
                  s.performances.insert(s.performances.begin(), {"p0", "Thursday", kOpensAt + 9h});
              }),
              "");
}

TEST(EventEdit, AnOldEventTakesNoNewMistake) {
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.venue = "Hall\tTwo"; }), "venue");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.artist = "Hall\tOne"; }), "artist");
    // The text is old, but this phase has not had it.
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.phases[1].title = s.phases[0].title; }),
              "phases.title");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) {
                  s.performances.push_back(s.performances[0]);
                  s.performances[1].id = "p2";
              }),
              "performances");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.rules.poll_admitted += 1s; }),
              "rules.pollAdmitted");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.rules.admit_per_second = 0; }),
              "rules.admitPerSecond");
}

TEST(EventEdit, AForbiddenTextOfAPhaseThatHasBegunMayBeCorrected) {
    const auto corrected = [](EventSettings& s) {
        s.phases[0].title = "Fans first";
        s.phases[0].claim_value = "gold";
    };
    EXPECT_EQ(refused_old_edit(corrected), "");
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.phases[0].title = "Fans\rfirst"; }),
              "phases.title");
    // Good texts of a phase that has begun stay fixed.
    EXPECT_EQ(refused_old_edit([](EventSettings& s) { s.phases[0].claim_name = "team"; }),
              "phases");
    const auto title = [](EventSettings& s) { s.phases[0].title = "Other"; };
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt, title), "phases");
}

TEST(EventEdit, AnArchivedEventIsNotEdited) {
    const auto problem =
        check_edit(good_settings(), good_settings(), Lifecycle::kArchived, kOpensAt);
    EXPECT_TRUE(problem.has_value());
}

TEST(EventEdit, AnEditMustItselfBeGood) {
    EXPECT_EQ(refused_edit(Lifecycle::kOpen, kOpensAt, [](EventSettings& s) { s.title = ""; }),
              "title");
}

}  // namespace onsale::waiting_room
