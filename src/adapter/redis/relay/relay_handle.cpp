#include "adapter/redis/relay/relay_handle.hpp"

#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using waiting_room::EventId;

namespace {

awaitable<std::optional<StreamId>> settle(const RelayHandle::Deps& deps, EventId event,
                                          Deadline deadline) {
    deps.catch_up();
    co_return co_await deps.relay.settled(event, deadline);
}

}  // namespace

awaitable<std::optional<StreamId>> RelayHandle::settled(EventId event, Deadline deadline) {
    co_return co_await asio::co_spawn(deps_.loop, settle(deps_, event, deadline),
                                      asio::use_awaitable);
}

void RelayHandle::tell(EventId event, std::string performance, seat::Seats seats) {
    asio::post(deps_.loop,
               [this, event, performance = std::move(performance), seats = std::move(seats)] {
                   deps_.catch_up();
                   if (const auto hall = deps_.relay.halls().find(event, performance))
                       deps_.relay.tell(*hall, seats);
               });
}

void RelayHandle::undo_request(EventId event, std::string performance, GuestId guest,
                               seat::Seats seats, Before before) {
    // Runs at once if called on the relay's loop, so that a later settled() includes this call.
    asio::dispatch(deps_.loop, [this, event, performance = std::move(performance), guest,
                                seats = std::move(seats), before] {
        deps_.catch_up();
        if (const auto hall = deps_.relay.halls().find(event, performance))
            deps_.relay.undo_request(*hall, guest, seats, before);
    });
}

}  // namespace onsale::redis
