#pragma once

#include <functional>
#include <set>
#include <vector>

#include "sale/domain/fact.hpp"

namespace onsale::sale {

// Whose story of an event: a guest, or whoever got a number.
struct StoryAsk {
    waiting_room::EventId event;
    std::function<bool(const GuestId&)> is_guest{};  // Empty: by the number.
    waiting_room::Number number{};
};

struct StoryFact {
    Instant at;
    waiting_room::Number number{};  // Of the place that the fact is about, if it is about one.
    Fact fact;
};

// What a desk needs of one guest; who has more has done something strange, and its first thousand
// facts tell what.
constexpr std::size_t kStoryFactsMax = 1'000;

// Picks the facts about one guest of one event out of a whole journal. It keeps no state of the
// sale: numbers are counted, places, orders and halls of the guest remembered. The story goes with
// a place that moves to another device.
class GuestStory {
  public:
    explicit GuestStory(StoryAsk ask) : ask_(std::move(ask)) {}

    // REQUIRES: every fact of the journal, in order.
    void hear(Instant at, const Fact& fact);

    const std::vector<StoryFact>& facts() const { return facts_; }
    bool is_full() const { return facts_.size() >= kStoryFactsMax; }

  private:
    void on(Instant at, const waiting_room::Fact& fact);
    void on(Instant at, const fact::HallOpened& opened);
    void on(Instant at, const fact::HallChanged& changed);
    void on(Instant at, const payment::Fact& fact);
    void on(Instant at, const fact::BookingMade& made);
    void on(Instant, const fact::SettingsSet&) {}
    void on(Instant, const fact::LeversSet&) {}

    bool is_mine(const GuestId& guest) const;
    void take(waiting_room::Number number, const GuestId& guest);
    void tell(Instant at, Fact fact, waiting_room::Number number = {});

    StoryAsk ask_;
    waiting_room::Number issued_{};  // Of the event.
    HallId last_hall_{};             // Of all events.
    std::set<HallId> halls_;         // Of the event.
    std::set<GuestId> guests_;
    std::set<waiting_room::Number> numbers_;
    std::set<payment::OrderId> orders_;
    std::vector<StoryFact> facts_;
};

}  // namespace onsale::sale
