#include "waiting_room/domain/line/line_outlook.hpp"

#include <algorithm>

namespace onsale::waiting_room {

QueueAnswer newcomers_answer(const LineView& line) {
    const Lifecycle lifecycle = line.lifecycle();
    const bool closed = lifecycle == Lifecycle::kClosed || lifecycle == Lifecycle::kArchived;
    const bool drawn_later = line.settings().order == OrderPolicy::kLobbyShuffle &&
                             (lifecycle == Lifecycle::kDraft || lifecycle == Lifecycle::kLobby);
    QueueAnswer answer;
    answer.status = closed            ? QueueStatus::kClosed
                    : line.sold_out() ? QueueStatus::kSoldOut
                                      : QueueStatus::kWaiting;
    answer.ahead = line.book().keeping_count();
    answer.position = drawn_later ? 0 : answer.ahead + 1;
    return answer;
}

std::uint32_t choosing_count(const LineView& line) {
    const auto undecided = [](const auto& one) { return one.second.keep == Keep::kNot; };
    return static_cast<std::uint32_t>(
        std::count_if(line.ledger().begin(), line.ledger().end(), undecided));
}

bool has_place(const QueueAnswer& answer) {
    const bool waits = answer.status == QueueStatus::kLobby ||
                       answer.status == QueueStatus::kWaiting ||
                       answer.status == QueueStatus::kPaused;
    return (waits && answer.position > 0) || answer.status == QueueStatus::kSoldOut;
}

bool is_over(QueueStatus status) {
    return status == QueueStatus::kClosed || status == QueueStatus::kExpired ||
           status == QueueStatus::kMoved;
}

}  // namespace onsale::waiting_room
