#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/hall/read_halls.hpp"
#include "adapter/redis/hall/sale_feed.hpp"

namespace onsale::redis {

// One event's part of the view. While its halls are read, what the stream tells waits. What was
// read stands at an entry of the stream: entries up to it are in it already, those after it follow.
class EventSale : public std::enable_shared_from_this<EventSale> {
  public:
    EventSale(std::shared_ptr<SaleFeed::Context> context, waiting_room::EventId event);

    // Whatever is under way is out of date.
    void read_anew();
    // `before`: the entry that precedes the one with these facts.
    void told(StreamId before, const sale::Facts& facts);
    void close();

    bool is_loaded() const { return loaded_; }
    // Suspends. False: not in time.
    boost::asio::awaitable<bool> wait_loaded(Deadline deadline);

  private:
    struct Entry {
        StreamId before;
        sale::Facts facts;
    };
    using Timer = std::shared_ptr<boost::asio::steady_timer>;

    boost::asio::awaitable<void> run();
    // False when it got nowhere and should be tried again in a moment.
    boost::asio::awaitable<bool> load();
    boost::asio::awaitable<bool> find_plans(HallsAt& halls, Deadline deadline);
    boost::asio::awaitable<ShelvedPlan> find_plan(std::string performance, std::string digest,
                                                  Deadline deadline);
    bool install(HallsAt halls);
    void apply(const sale::Fact& fact, bool is_news);
    void hold_back(Entry entry);

    std::shared_ptr<SaleFeed::Context> context_;
    waiting_room::EventId event_;
    boost::asio::steady_timer rest_;
    bool running_ = false;
    bool loaded_ = false;
    bool closed_ = false;
    std::uint64_t turn_ = 0;  // Of reading; whoever finds another one begins again.
    StreamId image_id_;       // The entry that was read last.
    std::vector<Entry> held_back_;
    std::size_t facts_held_back_ = 0;
    std::vector<Timer> waiters_;
};

}  // namespace onsale::redis
