#pragma once

#include <deque>

#include "crowd/domain/cookie_jar.hpp"
#include "crowd/domain/dice.hpp"
#include "crowd/domain/errand.hpp"

namespace onsale::crowd {

constexpr std::uint32_t kGuestsMax = 2'000;  // In one crowd.

// The fuller a hall, the fewer buy; from so much on nobody of the crowd does, so that it never
// sells out. From half of it on they give tickets back more often. So it stays half sold and
// lively.
constexpr std::uint32_t kBuyUntilPercent = 85;
constexpr std::uint32_t kReturnFromPercent = 50;

// One simulated guest for ever: comes as a new visitor, waits, looks, buys or thinks better of it,
// goes away and comes again. A pure state machine: it says what it does next and when, and is told
// what came of it. `now` is any steady time.
class Guest {
  public:
    explicit Guest(Duration comes_at) : due_(comes_at) {}

    Duration due() const { return due_; }
    const Errand& errand() const { return errand_; }
    CookieJar& cookies() { return cookies_; }

    // What came of the errand; there is a next one afterwards.
    void hear(const Answer& answer, const Programme& programme, Duration now, Dice& dice);

  private:
    // What a guest who is let in has in mind.
    enum class Plan : std::uint8_t {
        kBuy,
        kBuyAtSecondTry,  // The first card is declined.
        kGiveUpPaying,
        kChangeMind,  // Gives the seats back.
        kVanish,      // Closes the browser with seats in hand.
        kOnlyLook,
    };

    // A purchase, to be given back some day by whoever made it.
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
    Duration patience_until_{};       // Leaves the line then; zero: never.
    std::uint32_t sold_percent_ = 0;  // Of the hall looked at last.
    std::uint32_t failures_ = 0;      // Tries of this errand that must be repeated.
    std::deque<Ticket> tickets_;      // The oldest first.
};

}  // namespace onsale::crowd
