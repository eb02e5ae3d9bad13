#pragma once

#include <functional>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/relay/hall_relay.hpp"

namespace onsale::redis {

// Access to the relay from any loop of its process.
// Thread safety: any thread.
class RelayHandle {
  public:
    struct Deps {
        boost::asio::io_context& loop;  // The relay's loop.
        HallRelay& relay;
        // Passes everything that the store has published so far to the relays. Called on their
        // loop.
        std::function<void()> catch_up;
    };
    explicit RelayHandle(Deps deps) : deps_(std::move(deps)) {}

    // Suspends until Redis has everything that the store has published for the event so far.
    // Returns its stream entry; none after the deadline. Resumes on the caller's loop.
    boost::asio::awaitable<std::optional<StreamId>> settled(waiting_room::EventId event,
                                                            Deadline deadline);
    // Calls HallRelay::tell later, without waiting for it.
    void tell(waiting_room::EventId event, std::string performance, seat::Seats seats);
    // Calls HallRelay::undo_request. A later call of settled() waits for it.
    void undo_request(waiting_room::EventId event, std::string performance, GuestId guest,
                      seat::Seats seats, Before before);

  private:
    Deps deps_;
};

}  // namespace onsale::redis
