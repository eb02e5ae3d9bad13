#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/simulation/sale/sale_world.hpp"
#include "tests/support/chance.hpp"

namespace onsale::sim {

// The actors of a simulated sale: guests, operators, the provider's page, clocks and faults, all
// drawn from one seed. At the end everything settles.
class SaleScript {
  public:
    SaleScript(SaleWorld& world, std::uint64_t seed);

    void play(int steps);
    // Lets time pass until nothing is due. The network works again, but webhooks may never arrive.
    // An operator handles parked orders.
    void drain();

  private:
    using Asked = SaleWorld::Asked;
    using Entry = OrderLedger::Entry;
    struct Guest {
        GuestId id;
        bool present = true;  // Present guests poll; silent ones do not.
    };
    // One guest in one hall, in their current state.
    struct SaleTarget {
        sale::HallId hall;
        sale::Buyer buyer;
    };

    void step();
    void prepare(waiting_room::EventId event);
    void guests_act();
    void network_acts();
    void time_passes(Duration by);
    void operator_acts();
    void refunds();
    void accident();

    void guest_acts(std::vector<Asked>& asked);
    void move_device(waiting_room::EventId event, const GuestId& guest, std::vector<Asked>& asked);
    std::optional<embedded::Command> act_without_hold(const SaleTarget& target);
    std::optional<embedded::Command> act_with_hold(const SaleTarget& target);
    std::optional<embedded::Command> act_with_order(const SaleTarget& target, const Entry& order);
    void act_at_page(const Entry& order);
    void pay_late(const Entry& order);
    embedded::Command select(const SaleTarget& target);
    embedded::Command best(const SaleTarget& target);
    embedded::Command request(const SaleTarget& target);
    embedded::Command confirm(const Entry& order);
    embedded::Command forged(const Entry& order);
    embedded::Command operator_command(waiting_room::EventId event);
    embedded::Command line_command(waiting_room::EventId event);
    embedded::Command edit_event(waiting_room::EventId event);
    embedded::Command hall_command(waiting_room::EventId event);
    embedded::Command order_command(waiting_room::EventId event);
    void polls(std::vector<Asked>& asked);
    void help_parked(std::vector<Asked>& asked) const;
    std::optional<Instant> next_due() const;
    bool is_quiet() const;

    embedded::Command create_event();
    void draw_times(waiting_room::LineRules& rules);
    std::shared_ptr<const seat::HallPlan> draw_plan();
    seat::HallRules draw_hall_rules();
    std::shared_ptr<const payment::Terms> draw_terms();
    std::shared_ptr<const sale::SaleSettings> draw_settings();
    std::shared_ptr<const sale::SaleLevers> draw_levers();

    std::optional<payment::CallKey> any_key();
    waiting_room::EventId any_event();
    sale::HallId any_hall(waiting_room::EventId event);
    std::vector<std::string> any_seats(sale::HallId hall, std::size_t count);
    const Entry* any_order();
    void run(std::vector<Asked> asked, bool tick);
    Duration between(Duration low, Duration high);
    template <class Value>
    Value one_of(std::initializer_list<Value> values) {
        return values.begin()[chance_.below(values.size())];
    }

    SaleWorld& world_;
    test::Chance chance_;
    std::vector<Guest> guests_;
    std::uint32_t events_ = 0;
    Duration retake_after_;
};

// Runs one seed. Throws CheckFailed. With a log, every step is written to it.
SaleTotals run_sale_seed(std::uint64_t seed, std::ostream* log);

}  // namespace onsale::sim
