#include "adapter/http/operator/event/preflight.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

using operate::PreflightCheck;
using namespace std::chrono_literals;
using waiting_room::EventSettings;
using waiting_room::LineView;
namespace fact = waiting_room::fact;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

EventSettings good_settings() {
    EventSettings settings;
    settings.key = "show";
    settings.title = "Show";
    settings.opens_at = kNow + 1h;
    return settings;
}

LineView line_of(const EventSettings& settings) {
    return LineView{std::make_shared<const EventSettings>(settings)};
}

bool is_ok(const LineView& line, std::string_view name, Degraded degraded = Degraded::kNo) {
    const auto checks = check_event(line, degraded, kNow);
    return std::ranges::find(checks, name, &PreflightCheck::name)->ok;
}

TEST(Preflight, IsGoForAPlainEventToCome) {
    const auto checks = check_event(line_of(good_settings()), Degraded::kNo, kNow);
    for (const PreflightCheck& check : checks)
        EXPECT_TRUE(check.ok) << check.name << ": " << format_english(check.detail);
}

TEST(Preflight, IsNoGoWhenTheOpeningHasPassedUnnoticed) {
    EventSettings settings = good_settings();
    settings.opens_at = kNow - 1s;
    EXPECT_FALSE(is_ok(line_of(settings), "opening"));
}

TEST(Preflight, IsNoGoForATimeZoneThatThereIsNot) {
    EventSettings settings = good_settings();
    settings.time_zone = "Asia/Soeul";
    EXPECT_FALSE(is_ok(line_of(settings), "settings"));
}

TEST(Preflight, WarnsOfAnUnpublishedEventUntilAnHourBeforeItBegins) {
    EventSettings settings = good_settings();
    settings.published = false;
    const auto is_warning = [&] {
        const auto checks = check_event(line_of(settings), Degraded::kNo, kNow);
        const auto& check = *std::ranges::find(checks, "published", &PreflightCheck::name);
        EXPECT_FALSE(check.ok);
        return check.warning;
    };
    settings.opens_at = kNow + 1h + 1ms;
    EXPECT_TRUE(is_warning());
    settings.lobby_opens_at = kNow + 1h;
    EXPECT_FALSE(is_warning());
    settings.lobby_opens_at.reset();
    settings.opens_at = kNow - 1h;
    EXPECT_FALSE(is_warning());
}

TEST(Preflight, IsGoForAnEventThatIsOpen) {
    LineView line = line_of(good_settings());
    line.apply(fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}, kNow);
    EXPECT_TRUE(is_ok(line, "opening"));
}

TEST(Preflight, IsNoGoForAClosedEvent) {
    LineView line = line_of(good_settings());
    line.apply(fact::LifecycleChanged{waiting_room::Lifecycle::kClosed}, kNow);
    EXPECT_FALSE(is_ok(line, "opening"));
}

TEST(Preflight, IsNoGoWhenNoPhaseHoldsTheOpening) {
    EventSettings settings = good_settings();
    settings.phases.resize(1);
    settings.phases[0].id = "fans";
    settings.phases[0].from = settings.opens_at + 1min;
    settings.phases[0].to = settings.opens_at + 2min;
    EXPECT_FALSE(is_ok(line_of(settings), "phases"));
    settings.phases[0].from = settings.opens_at;
    EXPECT_TRUE(is_ok(line_of(settings), "phases"));
}

TEST(Preflight, IsNoGoWithoutSlots) {
    EventSettings settings = good_settings();
    settings.rules.max_active = 0;
    EXPECT_FALSE(is_ok(line_of(settings), "limits"));
}

TEST(Preflight, IsNoGoForADrawWithoutALobbyToCome) {
    EventSettings settings = good_settings();
    settings.order = waiting_room::OrderPolicy::kLobbyShuffle;
    settings.lobby_opens_at = kNow + 1min;
    EXPECT_TRUE(is_ok(line_of(settings), "order"));
    settings.lobby_opens_at = kNow - 1min;
    LineView line = line_of(settings);
    EXPECT_FALSE(is_ok(line, "order"));
    line.apply(fact::LobbySealed{}, kNow);
    EXPECT_TRUE(is_ok(line, "order"));
}

TEST(Preflight, IsNoGoWhileALeverIsPulled) {
    LineView line = line_of(good_settings());
    waiting_room::Levers levers;
    levers.admission_stopped = true;
    line.apply(fact::LeversSet{std::make_shared<const waiting_room::Levers>(levers)}, kNow);
    EXPECT_FALSE(is_ok(line, "levers"));
}

TEST(Preflight, IsNoGoWhileNothingCanBeSaved) {
    EXPECT_FALSE(is_ok(line_of(good_settings()), "storage", Degraded::kDiskFull));
}

}  // namespace
}  // namespace onsale::http
