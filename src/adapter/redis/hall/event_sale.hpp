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

// One event's part of the view. While its halls are read, facts of the stream are held back. The
// image that was read belongs to one entry of the stream: it includes all entries up to that one,
// and later entries are applied to it.
class EventSale : public std::enable_shared_from_this<EventSale> {
  public:
    EventSale(std::shared_ptr<SaleFeed::Context> context, waiting_room::EventId event);

    // Reads the event again and discards a read that is running.
    void read_anew();
    // `before` is the entry that precedes the entry with these facts.
    void told(StreamId before, const sale::Facts& facts);
    void close();

    bool is_loaded() const { return loaded_; }
    // Suspends. Returns false after the deadline.
    boost::asio::awaitable<bool> wait_loaded(Deadline deadline);

  private:
    struct Entry {
        StreamId before;
        sale::Facts facts;
    };
    using Timer = std::shared_ptr<boost::asio::steady_timer>;

    boost::asio::awaitable<void> run();
    // Returns false if the read failed and should be retried after a delay.
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
    // Number of the current read. A read with an older number is discarded.
    std::uint64_t turn_ = 0;
    StreamId image_id_;  // The stream entry of the last image.
    std::vector<Entry> held_back_;
    std::size_t facts_held_back_ = 0;
    std::vector<Timer> waiters_;
};

}  // namespace onsale::redis
