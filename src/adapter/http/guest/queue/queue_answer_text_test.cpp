#include "adapter/http/guest/queue/queue_answer_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gtest/gtest.h>

#include "base/time_text.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using waiting_room::EndReason;
using waiting_room::EventSettings;
using waiting_room::LineView;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

const Instant kNow = instant_from_ms(1'794'000'000'123);

boost::json::value rendered(const QueueAnswer& answer, const QueueAnswerExtras& extras = {}) {
    const LineView line{std::make_shared<EventSettings>()};
    std::string out;
    QueueAnswerText{}.append(out, line, answer, extras, kNow);
    return boost::json::parse(out);
}

TEST(QueueAnswerText, AWaitingGuestSeesItsPlace) {
    QueueAnswer answer;
    answer.status = QueueStatus::kWaiting;
    answer.position = 41;
    answer.ahead = 40;
    answer.behind = 9;
    answer.wait = {120s, 90s, 181s};
    answer.next_poll = 1s;
    answer.keep_until = kNow + 30min;
    const auto json = rendered(answer);
    EXPECT_EQ(json.at("status").as_string(), "waiting");
    EXPECT_EQ(json.at("canEnter").as_bool(), false);
    EXPECT_EQ(json.at("position").as_int64(), 41);
    EXPECT_EQ(json.at("behind").as_int64(), 9);
    EXPECT_EQ(json.at("estimatedWait").as_int64(), 120);
    EXPECT_EQ(json.at("estimatedWaitRange").as_array().size(), 2u);
    EXPECT_EQ(json.at("nextPollMs").as_int64(), 1000);
    EXPECT_EQ(json.at("serverTime").as_string(), format_iso_time(kNow));
    EXPECT_EQ(json.at("keepUntil").as_string(), format_iso_time(kNow + 30min));
    EXPECT_FALSE(json.as_object().contains("token"));
}

TEST(QueueAnswerText, APausedLineHasAPlaceAndNoEstimate) {
    QueueAnswer answer;
    answer.status = QueueStatus::kPaused;
    answer.position = 41;
    answer.ahead = 40;
    const auto json = rendered(answer);
    EXPECT_EQ(json.at("ahead").as_int64(), 40);
    EXPECT_TRUE(json.at("estimatedWait").is_null());
    EXPECT_FALSE(json.as_object().contains("estimatedWaitRange"));
}

TEST(QueueAnswerText, AnUndrawnLobbyHasNoPosition) {
    QueueAnswer answer;
    answer.status = QueueStatus::kLobby;
    const auto json = rendered(answer);
    EXPECT_TRUE(json.at("position").is_null());
    EXPECT_TRUE(json.at("estimatedWait").is_null());
}

TEST(QueueAnswerText, AnEndedPlaceSaysWhy) {
    QueueAnswer answer;
    answer.status = QueueStatus::kExpired;
    answer.reason = EndReason::kAdmissionEnded;
    const auto json = rendered(answer);
    EXPECT_EQ(json.at("status").as_string(), "expired");
    EXPECT_EQ(json.at("reason").as_string(), "admission_ended");
}

TEST(QueueAnswerText, ExtrasAreEscapedAndOnlyThereWhenSet) {
    QueueAnswer answer;
    answer.status = QueueStatus::kAdmitted;
    QueueAnswerExtras extras;
    extras.token = "t";
    extras.redirect_to = "/a\"b\n";
    extras.degraded = Degraded::kDiskFull;
    const auto json = rendered(answer, extras);
    EXPECT_EQ(json.at("token").as_string(), "t");
    EXPECT_EQ(json.at("redirectTo").as_string(), "/a\"b\n");
    EXPECT_EQ(json.at("degraded").as_string(), "disk_full");
    EXPECT_TRUE(json.at("canEnter").as_bool());
}

TEST(QueueAnswerText, AViewFedFromElsewhereHasAnAge) {
    QueueAnswerExtras extras;
    EXPECT_FALSE(rendered({}, extras).as_object().contains("viewAgeMs"));
    extras.view_age = 340ms;
    EXPECT_EQ(rendered({}, extras).at("viewAgeMs").as_int64(), 340);
}

}  // namespace
}  // namespace onsale::http
