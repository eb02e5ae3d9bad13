#include "adapter/redis/store/payment_sight.hpp"

#include <algorithm>

#include "adapter/redis/store/store_server.hpp"

namespace onsale::redis {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

// After this time without an answer of Redis nothing is known.
constexpr milliseconds kBlindAfter{3000};
// A payment process that was started again gives the time back within a second or two.
constexpr milliseconds kSettled{10'000};
constexpr milliseconds kGivesBack{2000};
// Longer than a beat, the look after it (kLookForPayment), and their usual delays.
constexpr milliseconds kOverdue{1500};
constexpr milliseconds kTellAgain{1000};

}  // namespace

std::vector<std::string> PaymentNotice::arguments() const {
    return {is_gone ? "gone" : "back", std::to_string(lasts.count())};
}

bool PaymentSight::is_blind(Deadline now) const {
    return !answered_at_ || now - *answered_at_ > kBlindAfter;
}

void PaymentSight::see(std::optional<milliseconds> open_for, Deadline now) {
    if (open_for) {
        const Deadline beat = now - std::max(0ms, StoreServerConfig{}.open - *open_for);
        if (beat_at_ && !is_blind(now) && beat - *beat_at_ > kOverdue)
            doubtful_until_ = now + kGivesBack;
        if (!back_at_) back_at_ = now;
        gone_at_.reset();
        beat_at_ = beat;
    } else {
        // The key remains for some seconds after the process has died. Time in which Redis did not
        // answer is given back by Redis.
        const bool knows_since = beat_at_ && !is_blind(now);
        if (!gone_at_) gone_at_ = knows_since ? *beat_at_ : now;
        back_at_.reset();
    }
    answered_at_ = now;
}

std::optional<PaymentNotice> PaymentSight::word(Deadline now) const {
    const auto since = [now](Deadline at) {
        return std::chrono::duration_cast<milliseconds>(now - at);
    };
    if (is_blind(now)) return std::nullopt;
    if (gone_at_) return PaymentNotice{true, since(*gone_at_)};
    if (!back_at_ || now - *back_at_ < kSettled) return std::nullopt;
    return PaymentNotice{false, since(*back_at_)};
}

bool PaymentSight::is_doubtful(Deadline now) const {
    if (is_blind(now) || gone_at_) return false;  // If it is gone, the lines are told.
    return now - *beat_at_ > kOverdue || now < doubtful_until_;
}

bool PaymentTold::is_news(const PaymentNotice& word, Deadline now) const {
    if (!last_ || last_->is_gone != word.is_gone) return true;
    return word.is_gone && now - last_->at >= kTellAgain;
}

void PaymentTold::told(const PaymentNotice& word, Deadline now) {
    last_ = {word.is_gone, now};
}

}  // namespace onsale::redis
