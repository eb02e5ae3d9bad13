#include "adapter/embedded/port/writer_port.hpp"

#include <boost/asio/post.hpp>

namespace onsale::embedded {

bool WriterPort::send(Command command) {
    std::vector<Submission> one;
    one.push_back({std::move(command), loop_index_, nullptr});
    return writer_.submit(one);
}

void WriterPort::add(Submission submission) {
    pending_.push_back(std::move(submission));
    // Runs after the requests that are ready now, so that they share one lock and one wake-up.
    if (pending_.size() == 1) boost::asio::post(loop_, [this] { flush(); });
}

void WriterPort::flush() {
    if (writer_.submit(pending_)) return;
    for (Submission& refused : std::exchange(pending_, {}))
        if (refused.answer) refused.answer(std::monostate{});
}

}  // namespace onsale::embedded
