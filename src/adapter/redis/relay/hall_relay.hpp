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

// Brings to Redis what the sale store has decided about seats and about the way events sell, in
// the order of its journal and by the lanes of the line relay, so that a hall comes after its
// event. Keeps its own copy of the store's halls, which know only seats that are being paid, sold,
// blocked or refunded; what else they have (holds that a decline left, seats that are free after a
// while) is a leftover, and Redis knows better.
// Thread safety: none; on the line relay's loop.
class HallRelay {
  public:
    // `state`: the store's, after the change that `lines` begins with. Nothing is told by this:
    // whenever the line relay tells an event anew, its halls are told with it.
    // REQUIRES: outlives whatever makes `lines` tell anything.
    HallRelay(LineRelay& lines, const sale::State& state);
    HallRelay(const HallRelay&) = delete;
    HallRelay& operator=(const HallRelay&) = delete;

    // What the store has published. REQUIRES: the line relay has been told of it.
    void apply(const sale::Facts& facts, Instant now);

    // Repairs; whatever Redis has heard before. The store's word about those of the seats that it
    // has one about.
    void tell(sale::HallId hall, const seat::Seats& seats);
    // The store knows nothing of this seat, which Redis has as the guest's, blocked or waiting.
    void end(sale::HallId hall, seat::SeatIndex seat, const GuestId& guest);
    // The store knows nothing of this payment.
    void stop_paying(sale::HallId hall, const GuestId& guest, const seat::Seats& seats);
    // The store has refused to take this payment, unless it has taken another one of the guest's
    // for these seats since.
    void undo_request(sale::HallId hall, const GuestId& guest, const seat::Seats& seats);
    // Its rules; `above`: the version that Redis has.
    void tell_rules(sale::HallId hall, std::uint64_t above);
    // Redis does not know the hall: everything about its event, in order.
    void tell_anew(waiting_room::EventId event) { lines_.tell_all(event); }
    // What Redis counts and shows of the hall follows from its own keys again.
    void mend(sale::HallId hall);

    const sale::Halls& halls() const { return halls_; }
    // Its keys leave Redis, and nobody tells it again.
    bool is_archived(waiting_room::EventId event) const {
        return lines_.room().find(event)->lifecycle() == waiting_room::Lifecycle::kArchived;
    }
    // Nothing is on its way, and the event was told to Redis at least once.
    bool is_at_rest(waiting_room::EventId event) const {
        return lines_.change_of(event) > 0 && lines_.is_idle(event);
    }
    // How often the event was told anew.
    std::uint64_t told_anew(waiting_room::EventId event) const;
    // Suspends until Redis knows all that was applied of the event; where in its stream.
    boost::asio::awaitable<std::optional<StreamId>> settled(waiting_room::EventId event,
                                                            Deadline deadline) {
        return lines_.settled(event, deadline);
    }

  private:
    // How an event sells: the last fact of each kind, in the journal's bytes.
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
    HallScene scene(const sale::OpenHall& hall, Instant line_now = {}) const;
    std::uint64_t next_version();
    std::vector<RelayCall> words_of(const sale::OpenHall& hall) const;
    std::vector<RelayCall> all_of(waiting_room::EventId event);
    void add(const sale::OpenHall& hall, std::vector<RelayCall> calls);

    LineRelay& lines_;
    sale::Halls halls_;
    std::map<waiting_room::EventId, Sells> sells_;
    std::uint64_t versions_of_ = 0;  // The change in which the last hall was told.
    std::uint64_t version_ = 0;      // Counts within it.
};

}  // namespace onsale::redis
