#pragma once

#include <functional>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/relay/hall_relay.hpp"

namespace onsale::redis {

// The way to the relay from any loop of its process.
// Thread safety: all of it.
class RelayDoor {
  public:
    struct Parts {
        boost::asio::io_context& loop;  // The relay's.
        HallRelay& relay;
        // Tells the relays all that the store has published so far; called on their loop.
        std::function<void()> catch_up;
    };
    explicit RelayDoor(Parts parts) : parts_(std::move(parts)) {}

    // Suspends until Redis knows all that the store has published of the event by now; where in its
    // stream, or nothing if not in time. It resumes on the caller's loop.
    boost::asio::awaitable<std::optional<StreamId>> settled(waiting_room::EventId event,
                                                            Deadline deadline);
    // HallRelay::tell, some time soon.
    void tell(waiting_room::EventId event, std::string performance, seat::Seats seats);
    // HallRelay::undo_request; settled() called after this waits for it.
    void undo_request(waiting_room::EventId event, std::string performance, GuestId guest,
                      seat::Seats seats);

  private:
    Parts parts_;
};

}  // namespace onsale::redis
