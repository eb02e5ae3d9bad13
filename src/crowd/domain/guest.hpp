#pragma once

#include <deque>

#include "crowd/domain/cookie_jar.hpp"
#include "crowd/domain/dice.hpp"
#include "crowd/domain/errand.hpp"

namespace onsale::crowd {

constexpr std::uint32_t kGuestsMax = 2'000;  // Maximum per crowd.

// The fuller a hall is, the fewer guests buy. From kBuyUntilPercent on no guest of the crowd buys,
// so that the hall never sells out. From kReturnFromPercent on guests return tickets more often.
// The hall thus stays about half sold and active.
constexpr std::uint32_t kBuyUntilPercent = 85;
constexpr std::uint32_t kReturnFromPercent = 50;

// One simulated guest that runs forever: it comes as a new visitor, waits, looks, buys or changes
// its mind, leaves and comes again. It is a pure state machine: it provides the next action and its
// time, and gets the result. `now` is any steady time.
class Guest {
  public:
    explicit Guest(Duration comes_at) : due_(comes_at) {}

    Duration due() const { return due_; }
    const Errand& errand() const { return errand_; }
    CookieJar& cookies() { return cookies_; }

    // Handles the result of the current action and chooses the next one.
    void hear(const Answer& answer, const Programme& programme, Duration now, Dice& dice);

  private:
    // The intention of an admitted guest.
    enum class Plan : std::uint8_t {
        kBuy,
        kBuyAtSecondTry,  // The first card is declined.
        kGiveUpPaying,
        kChangeMind,  // Returns the seats.
        kVanish,      // Closes the browser while holding seats.
        kOnlyLook,
    };

    // A purchase with the cookies of its buyer, who may return it later.
    struct Ticket {
        CookieJar cookies;
        std::string order;
        std::string performance;
    };

    struct Moment {
        const Programme& programme;
        Duration now;
        Dice& dice;
    };

    void succeed(const Answer& answer, Moment at);
    void be_refused(Moment at);
    void try_again(const Answer& answer, Moment at);
    void next(Act act, Moment at, Duration soonest, Duration latest);
    void stand(const Answer& answer, Moment at);
    void begin_visit(Moment at);
    void weigh(const Answer& answer, Moment at);
    void have_seats(Moment at);
    void go_to_page(const Answer& answer, Moment at);
    void be_back_from_page(Moment at);
    void go_away(Moment at);
    void return_ticket(Ticket ticket);
    bool returns_ticket(Dice& dice) const;

    Errand errand_{};
    Duration due_;
    CookieJar cookies_;
    Plan plan_ = Plan::kBuy;
    Duration patience_until_{};       // When the guest leaves the line; zero: never.
    std::uint32_t sold_percent_ = 0;  // In the hall that was seen last.
    std::uint32_t failures_ = 0;      // Failed tries of the current action.
    std::deque<Ticket> tickets_;      // Oldest first.
};

}  // namespace onsale::crowd
