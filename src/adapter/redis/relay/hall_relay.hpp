#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "adapter/redis/relay/hall_calls.hpp"
#include "adapter/redis/relay/line_relay.hpp"
#include "sale/domain/state.hpp"

namespace onsale::redis {

// Applies the sale store's decisions about seats and about how events sell to Redis, in the order
// of its journal and through the lanes of the line relay, so that a hall follows its event. Keeps
// its own copy of the store's halls. The store is authoritative only for seats that are being paid,
// sold, blocked or refunded. Other states in the copy (holds left by a decline, seats that become
// free after a delay) are leftovers, for which Redis is authoritative.
// Thread safety: none; used only on the line relay's loop.
class HallRelay {
  public:
    // `state` is the store's state after the change with which `lines` starts. The constructor
    // sends nothing: whenever the line relay sends an event again, its halls are sent with it.
    // REQUIRES: outlives everything that makes `lines` send calls.
    HallRelay(LineRelay& lines, const sale::State& state);
    HallRelay(const HallRelay&) = delete;
    HallRelay& operator=(const HallRelay&) = delete;

    // Facts that the store has published. REQUIRES: the line relay has received them.
    void apply(const sale::Facts& facts, Instant now);

    // The following functions repair Redis, overriding earlier messages. Sends the store's state of
    // the seats for which the store is authoritative.
    void tell(sale::HallId hall, const seat::Seats& seats);
    // The store has no state of this seat, which in Redis is the guest's, blocked or waiting. With
    // a turn it takes effect once, in that turn.
    void end(sale::HallId hall, seat::SeatIndex seat, const GuestId& guest, seat::Fence turn = 0);
    // The store has rejected this payment or never knew it, unless it has accepted another one of
    // the guest for these seats since.
    void undo_request(sale::HallId hall, const GuestId& guest, const seat::Seats& seats,
                      Before before);
    // Sends the hall's rules. `above` is the version that Redis has.
    void tell_rules(sale::HallId hall, std::uint64_t above);
    // Redis does not know the hall: sends everything about its event, in order.
    void tell_anew(waiting_room::EventId event) { lines_.tell_all(event); }
    // Makes Redis recompute the hall's counts and displayed seats from its own keys.
    void mend(sale::HallId hall);

    const sale::Halls& halls() const { return halls_; }
    // The event's keys are deleted from Redis and not written again.
    bool is_archived(waiting_room::EventId event) const {
        return lines_.room().find(event)->lifecycle() == waiting_room::Lifecycle::kArchived;
    }
    // True if no call is pending, and the event was sent to Redis at least once.
    bool is_at_rest(waiting_room::EventId event) const {
        return lines_.change_of(event) > 0 && lines_.is_idle(event);
    }
    // How often the whole event was sent again.
    std::uint64_t told_anew(waiting_room::EventId event) const;
    // Suspends until Redis has everything applied for the event. Returns its stream entry.
    boost::asio::awaitable<std::optional<StreamId>> settled(waiting_room::EventId event,
                                                            Deadline deadline) {
        return lines_.settled(event, deadline);
    }

  private:
    // How an event sells: the last fact of each kind, in the journal's format.
    struct Sells {
        std::string settings;
        std::string levers;
        std::string terms;
        bool keeps_admission = false;
        std::uint64_t told_anew = 0;
    };

    void on(const sale::fact::HallOpened& fact, Instant now);
    void on(const sale::fact::HallChanged& fact, Instant now);
    void on(const payment::Fact& fact);
    void on(const sale::fact::SettingsSet& fact);
    void on(const sale::fact::LeversSet& fact);
    void keep(const sale::fact::SettingsSet& fact);
    void keep(const sale::fact::LeversSet& fact);
    void keep(const payment::fact::TermsSet& fact);
    RelayedHall relayed(const sale::OpenHall& hall, Instant line_now = {}) const;
    std::uint64_t next_version();
    std::vector<RelayCall> words_of(const sale::OpenHall& hall) const;
    std::vector<RelayCall> all_of(waiting_room::EventId event);
    void add(const sale::OpenHall& hall, std::vector<RelayCall> calls);

    LineRelay& lines_;
    sale::Halls halls_;
    std::map<waiting_room::EventId, Sells> sells_;
    std::uint64_t versions_of_ = 0;  // The change in which the last hall was sent.
    std::uint64_t version_ = 0;      // Counter within that change.
};

}  // namespace onsale::redis
