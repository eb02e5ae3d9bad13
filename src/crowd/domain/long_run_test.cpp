// The behaviour of the crowd over hours of virtual time, with a hall that only counts seats.
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "crowd/domain/guest.hpp"

namespace onsale::crowd {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kHallSeats = 500;
constexpr std::size_t kGuests = 300;

// Admits two guests per second, as the demo event does, in the order of their polls.
class ToyHall {
  public:
    Answer answer(std::size_t guest, const Errand& errand, Duration now) {
        switch (errand.act) {
            case Act::kEnter:
            case Act::kAsk:
                if (now < next_in_)
                    return {
                        .outcome = Outcome::kDone, .standing = Standing::kWaiting, .ask_again = 3s};
                next_in_ = std::max(next_in_, now - 3s) + 500ms;
                return {.outcome = Outcome::kDone, .standing = Standing::kInside};
            case Act::kLook:
                return {.outcome = Outcome::kDone, .hall_seats = kHallSeats, .seats_sold = sold_};
            case Act::kTake:
                wanted_[guest] = errand.seats;
                return {.outcome = Outcome::kDone};
            case Act::kOrder:
                return {.outcome = Outcome::kDone, .order = std::to_string(++orders_)};
            case Act::kPay:
                if (errand.button == Button::kApprove) sell(errand.order, wanted_[guest]);
                return {.outcome = Outcome::kDone};
            case Act::kRefund:
                sold_ -= bought_[errand.order];
                bought_.erase(errand.order);
                return {.outcome = Outcome::kDone};
            case Act::kMeet:
            case Act::kGiveBack:
            case Act::kComeBack:
            case Act::kCancel:
            case Act::kLeave:
            case Act::kAskRefund:
                break;
        }
        return {.outcome = Outcome::kDone};
    }

    std::uint32_t sold() const { return sold_; }
    std::uint32_t sales() const { return sales_; }

  private:
    void sell(const std::string& order, std::uint32_t seats) {
        bought_[order] = seats;
        sold_ += seats;
        ++sales_;
    }

    Duration next_in_{};
    std::uint32_t sold_ = 0;
    std::uint32_t sales_ = 0;
    std::uint32_t orders_ = 0;
    std::map<std::size_t, std::uint32_t> wanted_;
    std::map<std::string, std::uint32_t> bought_;
};

class CrowdForHours : public ::testing::Test {
  protected:
    CrowdForHours() {
        for (std::size_t i = 0; i < kGuests; ++i)
            guests.emplace_back(Duration{133} * i);
    }

    void run_until(Duration end) {
        for (; now < end; now += 100ms) {
            for (std::size_t i = 0; i < guests.size(); ++i)
                if (guests[i].due() <= now)
                    guests[i].hear(hall.answer(i, guests[i].errand(), now), programme, now, dice);
            most_sold = std::max(most_sold, hall.sold());
        }
    }

    std::mt19937_64 engine{7};
    Dice dice{[this] { return engine(); }};
    Programme programme{{"day-1"}, {}};
    ToyHall hall;
    std::vector<Guest> guests;
    Duration now{};
    std::uint32_t most_sold = 0;
};

TEST_F(CrowdForHours, NeverSellsTheHallOutAndNeverStopsBuying) {
    run_until(10min);
    EXPECT_GT(hall.sold(), kHallSeats / 4);
    for (int hour = 0; hour < 4; ++hour) {
        const std::uint32_t before = hall.sales();
        run_until(now + 1h);
        EXPECT_GT(hall.sales(), before + 60) << "in hour " << hour;
    }
    EXPECT_GT(hall.sold(), kHallSeats / 3);
    EXPECT_LT(most_sold, kHallSeats * kBuyUntilPercent / 100);
}

}  // namespace
}  // namespace onsale::crowd
