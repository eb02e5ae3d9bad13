#pragma once

#include <functional>
#include <set>
#include <vector>

#include "sale/domain/fact.hpp"

namespace onsale::sale {

// Selects the story of one guest of an event, either by guest or by number.
struct StoryAsk {
    waiting_room::EventId event;
    std::function<bool(const GuestId&)> is_guest{};  // Empty: selected by number.
    waiting_room::Number number{};
};

struct StoryFact {
    Instant at;
    waiting_room::Number number{};  // The place that the fact concerns, if any.
    Fact fact;
};

// Maximum number of facts, enough for support. A guest with more did something unusual, which the
// first thousand facts show.
constexpr std::size_t kStoryFactsMax = 1'000;

// Selects the facts about one guest of one event from a whole journal. It does not rebuild the
// state of the sale: it counts numbers and remembers the places, orders and halls of the guest. The
// story follows a place that moves to another device.
class GuestStory {
  public:
    explicit GuestStory(StoryAsk ask) : ask_(std::move(ask)) {}

    // REQUIRES: called with every fact of the journal, in order.
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
    waiting_room::Number issued_{};  // In this event.
    HallId last_hall_{};             // In all events.
    std::set<HallId> halls_;         // In this event.
    std::set<GuestId> guests_;
    std::set<waiting_room::Number> numbers_;
    std::set<payment::OrderId> orders_;
    std::vector<StoryFact> facts_;
};

}  // namespace onsale::sale
