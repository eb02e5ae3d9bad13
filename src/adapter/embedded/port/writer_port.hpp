#pragma once

#include <utility>
#include <variant>
#include <vector>

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "base/assert.hpp"
#include "base/port.hpp"

namespace onsale::embedded {

// Sends commands of one loop to the writer. Commands of one turn of the loop are sent together.
// Thread safety: none; used only on its loop.
class WriterPort {
  public:
    WriterPort(boost::asio::io_context& loop, Writer& writer, std::size_t loop_index)
        : loop_(loop), writer_(writer), loop_index_(loop_index) {}

    // Suspends until the outcome is durable and published to this loop. If the writer's queue is
    // full, nothing was decided: certainly not done.
    template <Answered Body>
    Call<Body> call(Body body);
    bool send(Command command);
    // Applies everything published so far to the loop's view.
    void catch_up() { writer_.catch_up(loop_index_); }

  private:
    // The result is to be awaited. Deferred, because an awaitable would need one more coroutine per
    // command.
    auto submit(Command command) {
        return boost::asio::async_initiate<const boost::asio::deferred_t, void(Outcome)>(
            [this, command = std::move(command)](auto handler) mutable {
                add({std::move(command), loop_index_,
                     [handler = std::move(handler)](Outcome&& outcome) mutable {
                         std::move(handler)(std::move(outcome));
                     }});
            },
            boost::asio::deferred);
    }
    void add(Submission submission);
    void flush();

    boost::asio::io_context& loop_;
    Writer& writer_;
    std::size_t loop_index_;
    std::vector<Submission> pending_;
};

template <Answered Body>
Call<Body> WriterPort::call(Body body) {
    using Typed = Body::Outcome;
    Command command{std::move(body)};
    Outcome outcome = co_await submit(std::move(command));
    if (std::holds_alternative<std::monostate>(outcome)) co_return unavailable<Body>();
    ONSALE_ASSERT(std::holds_alternative<Typed>(outcome));
    co_return std::get<Typed>(std::move(outcome));
}

}  // namespace onsale::embedded
