#include "crowd/domain/guest.hpp"

#include <algorithm>
#include <utility>

namespace onsale::crowd {
namespace {

using namespace std::chrono_literals;

// Two guests are admitted per second and stay about 25 seconds, so about 50 are inside. A guest who
// vanishes with seats keeps a slot for ten minutes, so one percent of them uses twelve more slots.
constexpr std::uint32_t kOnlyLookPercent = 12;
constexpr std::uint32_t kChangeMindPercent = 15;
constexpr std::uint32_t kGiveUpPayingPercent = 4;
constexpr std::uint32_t kSecondTryPercent = 8;
constexpr std::uint32_t kVanishPercent = 1;

constexpr std::uint32_t kLeavesLinePercent = 3;
constexpr std::uint32_t kLooksAtPricePercent = 50;
constexpr std::uint32_t kReturnsSometimesPercent = 10;
constexpr std::uint32_t kReturnsOftenPercent = 60;

constexpr std::uint32_t kSeatsMax = 4;
// 300 guests with a dozen purchases each could fill an arena. Older tickets are never returned.
constexpr std::size_t kTicketsMax = 12;

constexpr Duration kFirstRetry = 2s;
constexpr Duration kLastRetry = 30s;
constexpr std::uint32_t kDoublingsMax = 4;

}  // namespace

void Guest::hear(const Answer& answer, const Programme& programme, Duration now, Dice& dice) {
    const Moment at{programme, now, dice};
    if (answer.outcome == Outcome::kTryLater) return try_again(answer, at);
    failures_ = 0;
    if (answer.outcome == Outcome::kDone)
        succeed(answer, at);
    else
        be_refused(at);
}

void Guest::succeed(const Answer& answer, Moment at) {
    switch (errand_.act) {
        case Act::kMeet:
            return next(Act::kEnter, at, 200ms, 1s);
        case Act::kEnter:
            patience_until_ =
                at.dice.percent(kLeavesLinePercent) ? at.now + at.dice.between(15s, 60s) : 0s;
            return stand(answer, at);
        case Act::kAsk:
            return stand(answer, at);
        case Act::kLook:
            return weigh(answer, at);
        case Act::kTake:
            return have_seats(at);
        case Act::kOrder:
            return go_to_page(answer, at);
        case Act::kPay:
            errand_.address = answer.address;
            return next(Act::kComeBack, at, 300ms, 1s);
        case Act::kComeBack:
            return be_back_from_page(at);
        case Act::kGiveBack:
        case Act::kCancel:
            return next(Act::kLeave, at, 1s, 3s);
        case Act::kAskRefund:
            errand_.amount = answer.amount;
            errand_.currency = answer.currency;
            return next(Act::kRefund, at, 1s, 4s);
        case Act::kLeave:
        case Act::kRefund:
            return go_away(at);
    }
}

// A guest who is refused inside leaves explicitly, so that the slot becomes free at once. Other
// refused guests come again as new visitors.
void Guest::be_refused(Moment at) {
    const bool choosy = errand_.act == Act::kTake && errand_.price_max > 0;
    if (choosy) {
        errand_.price_max = 0;
        return next(Act::kTake, at, 1s, 3s);
    }
    const bool inside = errand_.act >= Act::kLook && errand_.act <= Act::kCancel;
    inside ? next(Act::kLeave, at, 1s, 3s) : go_away(at);
}

// Repeats the action later with exponential backoff and jitter.
void Guest::try_again(const Answer& answer, Moment at) {
    const Duration step = kFirstRetry * (1U << std::min(failures_, kDoublingsMax));
    ++failures_;
    const Duration wait = std::max(answer.ask_again, std::min(step, kLastRetry));
    due_ = at.now + at.dice.between(wait, wait + wait / 2);
}

void Guest::next(Act act, Moment at, Duration soonest, Duration latest) {
    errand_.act = act;
    due_ = at.now + at.dice.between(soonest, latest);
}

void Guest::stand(const Answer& answer, Moment at) {
    if (answer.standing == Standing::kOver) return go_away(at);
    if (answer.standing == Standing::kInside) return begin_visit(at);
    if (patience_until_ != 0s && at.now >= patience_until_) return next(Act::kLeave, at, 0s, 0s);
    // Never earlier than the site asked for.
    next(Act::kAsk, at, answer.ask_again, answer.ask_again + answer.ask_again / 4);
}

void Guest::begin_visit(Moment at) {
    const auto& days = at.programme.performances;
    errand_.performance = days[at.dice.below(static_cast<std::uint32_t>(days.size()))];
    const std::uint32_t mood = at.dice.below(100);
    std::uint32_t sum = 0;
    const auto falls = [&](std::uint32_t percent) { return mood < (sum += percent); };
    plan_ = falls(kOnlyLookPercent)       ? Plan::kOnlyLook
            : falls(kChangeMindPercent)   ? Plan::kChangeMind
            : falls(kGiveUpPayingPercent) ? Plan::kGiveUpPaying
            : falls(kSecondTryPercent)    ? Plan::kBuyAtSecondTry
            : falls(kVanishPercent)       ? Plan::kVanish
                                          : Plan::kBuy;
    next(Act::kLook, at, 500ms, 2s);
}

void Guest::weigh(const Answer& answer, Moment at) {
    sold_percent_ = answer.hall_seats == 0
                        ? 0
                        : static_cast<std::uint32_t>(std::uint64_t{answer.seats_sold} * 100 /
                                                     answer.hall_seats);
    if (plan_ == Plan::kOnlyLook) return next(Act::kLeave, at, 5s, 15s);
    const bool tempted = at.dice.below(kBuyUntilPercent) >= sold_percent_;
    if (!tempted && plan_ != Plan::kVanish) plan_ = Plan::kChangeMind;
    errand_.seats = 1 + at.dice.below(kSeatsMax);
    const auto& prices = at.programme.prices;
    errand_.price_max = !prices.empty() && at.dice.percent(kLooksAtPricePercent)
                            ? prices[at.dice.below(static_cast<std::uint32_t>(prices.size()))]
                            : 0;
    next(Act::kTake, at, 3s, 8s);
}

void Guest::have_seats(Moment at) {
    if (plan_ == Plan::kVanish) return go_away(at);
    if (plan_ == Plan::kChangeMind) return next(Act::kGiveBack, at, 5s, 15s);
    next(Act::kOrder, at, 4s, 10s);
}

void Guest::go_to_page(const Answer& answer, Moment at) {
    errand_.address = answer.address;
    errand_.order = answer.order;
    errand_.button = plan_ == Plan::kBuyAtSecondTry ? Button::kDecline
                     : plan_ == Plan::kGiveUpPaying ? Button::kLeave
                                                    : Button::kApprove;
    next(Act::kPay, at, 3s, 9s);
}

void Guest::be_back_from_page(Moment at) {
    switch (errand_.button) {
        case Button::kDecline:
            plan_ = Plan::kBuy;
            return next(Act::kOrder, at, 3s, 8s);
        case Button::kLeave:
            return next(Act::kCancel, at, 2s, 5s);
        case Button::kApprove:
            break;
    }
    tickets_.push_back({cookies_, errand_.order, errand_.performance});
    if (tickets_.size() > kTicketsMax) tickets_.pop_front();
    go_away(at);
}

// The guest comes again as a new visitor, or first as an earlier buyer who returns a ticket.
void Guest::go_away(Moment at) {
    const bool refunded = errand_.act == Act::kAskRefund || errand_.act == Act::kRefund;
    const std::string performance = std::move(errand_.performance);
    errand_ = {};
    cookies_.clear();
    due_ = at.now + at.dice.between(10s, 30s);
    if (refunded || !returns_ticket(at.dice)) return;
    const auto same = std::ranges::find(tickets_, performance, &Ticket::performance);
    if (same == tickets_.end()) return;
    return_ticket(std::move(*same));
    tickets_.erase(same);
}

bool Guest::returns_ticket(Dice& dice) const {
    return dice.percent(sold_percent_ >= kReturnFromPercent ? kReturnsOftenPercent
                                                            : kReturnsSometimesPercent);
}

void Guest::return_ticket(Ticket ticket) {
    cookies_ = std::move(ticket.cookies);
    errand_.act = Act::kAskRefund;
    errand_.order = std::move(ticket.order);
}

}  // namespace onsale::crowd
