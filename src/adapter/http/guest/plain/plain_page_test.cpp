#include "adapter/http/guest/plain/plain_page.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "adapter/http/api/page/plain_page_assets.hpp"
#include "adapter/http/guest/plain/plain_page_html.hpp"
#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using waiting_room::EventSettings;
using waiting_room::LineView;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;
namespace fact = waiting_room::fact;

constexpr Instant kNow = waiting_room::kOpensAt;

bool has(const std::string& page, std::string_view text) {
    return page.find(text) != page.npos;
}

LineView open_line(const EventSettings& settings) {
    LineView line{std::make_shared<const EventSettings>(settings)};
    line.apply(fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}, kNow);
    return line;
}

QueueAnswer waiting_at(std::uint32_t position) {
    QueueAnswer answer;
    answer.status = QueueStatus::kWaiting;
    answer.position = position;
    answer.ahead = position - 1;
    answer.wait = {14min, 10min, 21min};
    answer.next_poll = 1s;
    answer.keep_until = kNow + 30min;
    return answer;
}

TEST(EscapeHtml, LeavesNoWayOutOfTextOrAttribute) {
    EXPECT_EQ(escape_html(R"(<b a="1" b='2'>&)"), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;");
}

TEST(StatusPageHtml, GroupsNumbersByThousands) {
    EXPECT_EQ(grouped(7), "7");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1'000), "1,000");
    EXPECT_EQ(grouped(1'234'567), "1,234,567");
}

TEST(StatusPageHtml, SaysWaitsInWords) {
    EXPECT_EQ(about(59s, Language::kEnglish), "less than a minute");
    EXPECT_EQ(about(61s, Language::kEnglish), "about 2 min");
    EXPECT_EQ(about(3h, Language::kKorean), "약 3시간");
}

TEST(StatusPageHtml, ShowsSeoulTimesInSeoul) {
    EXPECT_TRUE(has(time_element(instant_from_ms(0), "Asia/Seoul"), ">1970-01-01 09:00 KST<"));
    EXPECT_TRUE(has(time_element(instant_from_ms(0), "Europe/Paris"), ">1970-01-01 00:00 UTC<"));
}

TEST(HomePage, ListsEventsInTheReadersLanguage) {
    waiting_room::RoomView room;
    auto settings = std::make_shared<EventSettings>(waiting_room::test_settings());
    room.apply({{1}, fact::EventCreated{settings}}, kNow);
    const std::string korean = home_page(Language::kKorean, room);
    EXPECT_TRUE(has(korean, R"(<html lang="ko">)"));
    EXPECT_TRUE(has(korean, R"(href="/ko/queue/test?plain=1")"));
    EXPECT_TRUE(has(korean, "오픈 예정"));
    EXPECT_TRUE(has(home_page(Language::kEnglish, room), "Coming soon"));
}

TEST(HomePage, HidesArchivedEvents) {
    waiting_room::RoomView room;
    auto settings = std::make_shared<EventSettings>(waiting_room::test_settings());
    room.apply({{1}, fact::EventCreated{settings}}, kNow);
    room.apply({{1}, fact::LifecycleChanged{waiting_room::Lifecycle::kArchived}}, kNow);
    EXPECT_TRUE(has(home_page(Language::kEnglish, room), "nothing on sale"));
}

TEST(QueuePage, EscapesWhatPeopleWrote) {
    EventSettings settings = waiting_room::test_settings();
    settings.title = settings.artist = "<script>alert(1)</script>";
    LineView line = open_line(settings);
    waiting_room::Levers levers;
    levers.message_waiting = "<img src=x>";
    line.apply(fact::LeversSet{std::make_shared<const waiting_room::Levers>(levers)}, kNow);
    const std::string page = queue_page({.line = &line, .answer = waiting_at(3)}, kNow);
    EXPECT_FALSE(has(page, "<script>alert"));
    EXPECT_FALSE(has(page, "<img"));
    EXPECT_TRUE(has(page, "&lt;img src=x&gt;"));
}

SeatFigures some_seats() {
    return {.free = 5'000,
            .may_return = 1'000,
            .rough = false,
            .chance = SeatFigures::Chance{sale::Odds::kUnlikely, 5'200, 40'000, 19}};
}

TEST(QueuePage, SaysTheOddsInWordsWithTheNumbersBehindThem) {
    const LineView line = open_line(waiting_room::test_settings());
    QueuePage page{.line = &line, .answer = waiting_at(3), .seats = some_seats()};
    const std::string english = queue_page(page, kNow);
    EXPECT_TRUE(has(english, R"(<dt>Seats free</dt><dd data-field="seatsFree">5,000</dd>)"));
    EXPECT_TRUE(has(english, R"(<dd data-field="seatsMayReturn">1,000</dd>)"));
    EXPECT_TRUE(
        has(english, "unlikely: about 5,200 seats (40,000 ahead of you, 19 choosing seats)"));
    page.language = Language::kKorean;
    const std::string korean = queue_page(page, kNow);
    EXPECT_TRUE(has(korean, R"(<dt>남은 좌석</dt><dd data-field="seatsFree">5,000석</dd>)"));
    EXPECT_TRUE(has(korean, "낮음 (예상 좌석 약 5,200석, 내 앞 40,000명, 좌석 선택 중 19명)"));
}

TEST(QueuePage, ShowsSeatsRoughlyWhereTheEventDoes) {
    const LineView line = open_line(waiting_room::test_settings());
    SeatFigures seats = some_seats();
    seats.rough = true;
    const QueuePage page{.line = &line, .answer = waiting_at(3), .seats = seats};
    EXPECT_TRUE(has(queue_page(page, kNow), R"(data-field="seatsFree">about 5,000</dd>)"));
}

TEST(QueuePage, TellsWhoHasNotJoinedTheSame) {
    const LineView line = open_line(waiting_room::test_settings());
    EXPECT_TRUE(has(queue_page({.line = &line, .seats = some_seats()}, kNow), "unlikely: about"));
    EXPECT_FALSE(has(queue_page({.line = &line}, kNow), "seatsFree"));
}

TEST(QueuePage, NamesNoNumbersWhenNothingIsLeft) {
    const LineView line = open_line(waiting_room::test_settings());
    SeatFigures seats{.free = 0, .may_return = 0, .chance = SeatFigures::Chance{}};
    seats.chance->odds = sale::Odds::kNone;
    const QueuePage page{.line = &line, .answer = waiting_at(3), .seats = seats};
    EXPECT_TRUE(has(queue_page(page, kNow), R"(data-field="odds">none at the moment</dd>)"));
}

TEST(QueuePage, HidesTheEstimateWhileNobodyIsLetIn) {
    const LineView line = open_line(waiting_room::test_settings());
    QueuePage page{.line = &line, .answer = waiting_at(3)};
    EXPECT_TRUE(has(queue_page(page, kNow), "<div><dt>Estimated wait</dt>"));
    page.answer->wait.reset();
    EXPECT_TRUE(has(queue_page(page, kNow), "<div hidden><dt>Estimated wait</dt>"));
    EXPECT_FALSE(has(queue_page(page, kNow), "less than a minute</dd>"));
}

TEST(QueuePage, OffersToJoinWithoutScript) {
    const LineView line = open_line(waiting_room::test_settings());
    const std::string page = queue_page({.line = &line}, kNow);
    EXPECT_TRUE(has(page, R"(<form method="post" action="/en/queue/test">)"));
    EXPECT_TRUE(has(page, R"(name="action" value="enter")"));
    EXPECT_FALSE(has(page, "http-equiv=\"refresh\""));
    EXPECT_FALSE(has(page, R"(name="code")"));
}

TEST(QueuePage, DoesNotOfferToJoinAClosedSale) {
    LineView line = open_line(waiting_room::test_settings());
    line.apply(fact::LifecycleChanged{waiting_room::Lifecycle::kClosed}, kNow);
    EXPECT_FALSE(has(queue_page({.line = &line}, kNow), "<form"));
}

TEST(QueuePage, AsksForACodeWhileAPhaseTakesOne) {
    EventSettings settings = waiting_room::test_settings();
    settings.phases.resize(1);
    settings.phases[0].who = waiting_room::Eligibility::kCode;
    settings.phases[0].to = kNow + 1h;
    const LineView line = open_line(settings);
    EXPECT_TRUE(has(queue_page({.line = &line}, kNow), R"(name="code")"));
    EXPECT_FALSE(has(queue_page({.line = &line}, kNow + 1h), R"(name="code")"));
}

TEST(QueuePage, ShowsThePlaceAndReloadsItselfWithoutScript) {
    const LineView line = open_line(waiting_room::test_settings());
    const std::string page = queue_page({.line = &line, .answer = waiting_at(41'207)}, kNow);
    EXPECT_TRUE(has(page, ">41,207<"));
    EXPECT_TRUE(has(page, ">41,206<"));
    EXPECT_TRUE(has(page, "about 14 min"));
    EXPECT_TRUE(has(page, R"(<noscript><meta http-equiv="refresh" content="5"></noscript>)"));
    EXPECT_TRUE(has(page, R"(data-field="keepUntil")"));
}

TEST(QueuePage, SaysThatTheDrawIsToCome) {
    LineView line = open_line(waiting_room::test_settings());
    QueueAnswer answer;
    answer.status = QueueStatus::kLobby;
    const std::string page = queue_page({.line = &line, .answer = answer}, kNow);
    EXPECT_TRUE(has(page, "Not drawn yet"));
    EXPECT_FALSE(has(page, R"(data-field="position")"));
}

TEST(QueuePage, LetsTheAdmittedIn) {
    EventSettings settings = waiting_room::test_settings();
    settings.redirect_to = "/seats?a=1&b=2";
    const LineView line = open_line(settings);
    QueueAnswer answer;
    answer.status = QueueStatus::kAdmitted;
    answer.keep_until = kNow + 2min;
    const std::string page = queue_page({.line = &line, .answer = answer}, kNow);
    EXPECT_TRUE(has(page, R"(<a class="button" href="/seats?a=1&amp;b=2">Enter now</a>)"));
    EXPECT_TRUE(has(page, "<title>It is your turn - Test</title>"));
}

TEST(QueuePage, SaysWhyAPlaceEndedAndOffersAnother) {
    const LineView line = open_line(waiting_room::test_settings());
    QueueAnswer answer;
    answer.status = QueueStatus::kExpired;
    answer.reason = waiting_room::EndReason::kSilent;
    const std::string page =
        queue_page({.language = Language::kKorean, .line = &line, .answer = answer}, kNow);
    EXPECT_TRUE(has(page, "응답이 없어"));
    EXPECT_TRUE(has(page, "다시 대기열 입장"));
}

TEST(QueuePage, OffersThePlaceBackToWhoHasJustLeft) {
    const LineView line = open_line(waiting_room::test_settings());
    const std::string page =
        queue_page({.line = &line, .answer = waiting_at(3), .leaving = true}, kNow);
    EXPECT_TRUE(has(page, "your place is still yours"));
    EXPECT_TRUE(has(page, "Join the line again"));
    EXPECT_FALSE(has(page, "http-equiv"));
}

TEST(QueuePage, LooksAgainForTheOpeningOfADraft) {
    const LineView line{std::make_shared<const EventSettings>(waiting_room::test_settings())};
    const std::string page = queue_page({.line = &line}, kNow);
    EXPECT_TRUE(has(page, R"(<meta http-equiv="refresh" content="30">)"));
    EXPECT_TRUE(has(page, R"(data-status="" data-next-poll-ms="30000")"));
    EXPECT_FALSE(has(page, "<form"));
}

TEST(QueuePage, ShowsWhyAButtonDidNotWork) {
    const LineView line = open_line(waiting_room::test_settings());
    const std::string page = queue_page({.line = &line, .refused = ErrorCode::kCodeUnknown}, kNow);
    EXPECT_TRUE(has(page, R"(role="alert">This access code is not known.)"));
}

TEST(StatusPage, HasNothingInlineAndNothingFromElsewhere) {
    const LineView line = open_line(waiting_room::test_settings());
    const std::string page = queue_page({.line = &line, .answer = waiting_at(3)}, kNow);
    EXPECT_FALSE(has(page, "style="));
    EXPECT_FALSE(has(page, "onclick"));
    EXPECT_FALSE(has(page, "//"));
    EXPECT_FALSE(has(page, "<script>"));
}

TEST(StatusPage, FindsEveryAssetThatItsPagesName) {
    for (const std::string& path : {style_path(), script_path(), icon_path()}) {
        const PageAsset* const asset = find_asset(path);
        ASSERT_NE(asset, nullptr) << path;
        EXPECT_FALSE(asset->body.empty());
        EXPECT_TRUE(has(error_page(Language::kEnglish, ErrorCode::kNotFound), path));
    }
    EXPECT_EQ(find_asset("/assets/none.css"), nullptr);
}

}  // namespace
}  // namespace onsale::http
