#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapter/postgres/order/order_command.hpp"
#include "adapter/postgres/order/order_reads.hpp"
#include "adapter/postgres/order/order_rows.hpp"
#include "sale/domain/rule/pay_rules.hpp"

namespace onsale::postgres {

// What a transaction decided, to be written and then published.
struct Decided {
    OrderRows rows;
    std::vector<StoredOrder> changed;  // As the transaction leaves them.
    sale::Facts facts;                 // About orders.
};

// The rules, run on rows: brings them into the state, decides, and takes them out again.
// Must not live across a suspension, because others use the state then.
class BatchDecision {
  public:
    using Random = std::function<std::uint64_t()>;

    // `rows` outlives this. REQUIRES: knows_all(state, rows).
    BatchDecision(sale::State& state, const StoredRows& rows, payment::OrderId next_id, Stamp stamp,
                  const Random& random, const sale::ZoneOffsets& zones);

    // False: the state lacks facts of an event that were decided before a row was written.
    static bool knows_all(sale::State& state, const StoredRows& rows);

    // Each command sees what those before it have decided.
    sale::OrderOutcome decide(const OrderCommand& command);
    // What is due for the orders of the rows.
    void decide_deadlines();
    Decided finish() &&;

  private:
    struct Touched {
        std::optional<payment::Order> before;
        std::string facts;
        std::set<payment::SeatIndex> wait_for_operator;
    };

    sale::Moment moment() const { return {stamp_, random_(), zones_}; }
    sale::OrderOutcome settle(sale::OrderDecision decision, const sale::Moment& moment);
    void record(sale::Facts facts, const sale::Moment& moment);
    void record(sale::Fact fact, const sale::Moment& moment);
    void note(const sale::Fact& fact);
    void note_seats(const sale::fact::HallChanged& fact);
    Touched& touch(payment::OrderId order);
    const StoredOrder* stored(payment::OrderId order) const;

    sale::State& state_;
    const StoredRows& stored_;
    Stamp stamp_;
    const Random& random_;
    const sale::ZoneOffsets& zones_;
    sale::WorkingSet set_;
    std::map<payment::OrderId, Touched> touched_;
    payment::OrderId last_touched_;
    Decided decided_;
};

}  // namespace onsale::postgres
