// For how long admission waits after Redis has lost every place. The scripts are called with a time
// of the test's own: no test waits.
#include <charconv>

#include "adapter/redis/script/enter_args.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

constexpr std::uint32_t kSlots = 5;
constexpr std::chrono::milliseconds kGrace = 10s;

class RestorePace : public LineSite {
  protected:
    RestorePace() : LineSite{{.max_active = kSlots, .restore_wait = kGrace}} {
        (void)enter(1);
        (void)server.command({"FLUSHALL"});
        run_until([&] { return field("wait_until") > 0; });
        const std::int64_t lost_at = field("wait_until") - kGrace.count();
        begin_ = (lost_at + 999) / 1000 * 1000;
        fence_ = std::to_string(call_at(0ms, "line_lock", {"test", "3600000"}).items.at(1).integer);
    }

    // `after`: the time since the first full second after the loss, because places are counted by
    // the second.
    Reply call_at(std::chrono::milliseconds after, std::string_view script,
                  const std::vector<std::string>& arguments) const {
        const auto keys = line_keys(kEvent);
        std::vector<std::string> words{"EVAL", script_text(script).text(),
                                       std::to_string(keys.size())};
        words.insert(words.end(), keys.begin(), keys.end());
        words.push_back(std::to_string(begin_ + after.count()));
        words.insert(words.end(), arguments.begin(), arguments.end());
        Reply answer = server.command(words);
        EXPECT_FALSE(answer.is_error()) << answer.text;
        return answer;
    }
    // Guests show the tokens of places that were lost.
    void come_back_at(std::chrono::milliseconds after, std::uint32_t count) {
        std::vector<Joining> guests;
        for (std::uint32_t i = 0; i < count; ++i, ++back_)
            guests.push_back({.guest = guest(back_), .shown = Number{back_}, .only_back = true});
        (void)call_at(after, "line_enter", line_enter_args(guests));
    }
    // Twenty in a second.
    void keep_coming(std::chrono::milliseconds from, std::chrono::milliseconds until) {
        for (auto at = from; at < until; at += 500ms)
            come_back_at(at, 10);
    }
    std::int64_t admitted_at(std::chrono::milliseconds after) const {
        (void)call_at(after, "line_admit", {fence_, "1000"});
        return server.command({"HLEN", "admission:{1}"}).integer;
    }
    std::int64_t field(const std::string& name) const {
        const std::string text = server.command({"HGET", "line:{1}", name}).text;
        std::int64_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    }

  private:
    std::int64_t begin_ = 0;
    std::string fence_;
    std::uint32_t back_ = 1;
};

TEST_F(RestorePace, AdmissionWaitsForAGraceAfterTheFirstPlace) {
    come_back_at(9s, kSlots);
    EXPECT_EQ(admitted_at(18'900ms), 0);
    EXPECT_EQ(admitted_at(19'100ms), kSlots);
}

TEST_F(RestorePace, NobodyIsLetInWhilePlacesKeepComing) {
    keep_coming(0s, 20s);
    EXPECT_EQ(admitted_at(20s), 0);
    EXPECT_EQ(admitted_at(20'600ms), kSlots) << "a second after the last ones";
}

TEST_F(RestorePace, ATenthOfThePaceIsNoReasonToWait) {
    keep_coming(0s, 20s);
    come_back_at(20'400ms, 2);
    EXPECT_EQ(admitted_at(20'600ms), kSlots);
}

TEST_F(RestorePace, MoreThanATenthOfThePaceIs) {
    keep_coming(0s, 20s);
    come_back_at(20'400ms, 3);
    EXPECT_EQ(admitted_at(20'600ms), 0);
    EXPECT_EQ(admitted_at(21'500ms), kSlots);
}

TEST_F(RestorePace, AdmissionGoesOnAfterFourGracesIfPlacesNeverStopComing) {
    keep_coming(0s, 4 * kGrace - 1s);
    EXPECT_EQ(admitted_at(4 * kGrace - 1s), 0);
    keep_coming(4 * kGrace - 1s, 4 * kGrace);
    EXPECT_EQ(admitted_at(4 * kGrace), kSlots);
}

}  // namespace
}  // namespace onsale::redis
