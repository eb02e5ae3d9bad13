#include "adapter/http/guest/context/seen_batches.hpp"

#include <utility>

namespace onsale::http {

void SeenBatches::mark(waiting_room::EventId event, waiting_room::Number number) {
    Batch& batch = batches_[event];
    std::uint64_t& word = batch.told.at(number.value / 64);
    const std::uint64_t bit = std::uint64_t{1} << (number.value % 64);
    if ((word & bit) != 0) return;
    word |= bit;
    batch.waiting.push_back(number);
}

void SeenBatches::flush(waiting_room::WaitingLines& lines) {
    for (auto& [event, batch] : batches_) {
        if (batch.waiting.empty()) continue;
        // A full queue loses this batch. The next window reports the same guests again.
        (void)lines.seen(event, std::exchange(batch.waiting, {}), batch.window);
    }
}

void SeenBatches::begin_window(waiting_room::EventId event, Duration window) {
    Batch& batch = batches_[event];
    batch.window = window;
    batch.told.clear();
}

}  // namespace onsale::http
