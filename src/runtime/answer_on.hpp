#pragma once

#include <memory>
#include <utility>

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::runtime {

// Suspends while another thread works. `start(done)` passes the work to that thread, which calls
// `done(answer)` once. The coroutine then resumes on `home`.
template <class Answer, class Start>
boost::asio::awaitable<Answer> answer_on(boost::asio::io_context& home, Start start) {
    return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>, void(Answer)>(
        [&home](auto handler, Start begin) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            begin([&home, shared](Answer answer) {
                boost::asio::post(home, [shared, answer = std::move(answer)]() mutable {
                    std::move (*shared)(std::move(answer));
                });
            });
        },
        boost::asio::use_awaitable, std::move(start));
}

}  // namespace onsale::runtime
