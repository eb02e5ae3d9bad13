#include "adapter/redis/roster/process_roster.hpp"

#include <algorithm>

namespace onsale::redis {

using boost::asio::awaitable;

awaitable<bool> announce(Client& client, ProcessNote note, Deadline deadline) {
    const std::string bytes = to_bytes(note);
    Command say{"HSET", {kProcessesKey, note.name, bytes}};
    const auto answer = co_await client.call(slot_of(kProcessesKey), std::move(say), deadline);
    co_return answer && !answer->is_error();
}

awaitable<std::optional<std::vector<ProcessNote>>> read_roster(Client& client, Instant now,
                                                               Deadline deadline) {
    Command ask{"HGETALL", {kProcessesKey}};
    const auto all = co_await client.call(slot_of(kProcessesKey), std::move(ask), deadline);
    if (!all || all->is_error()) co_return std::nullopt;
    std::vector<ProcessNote> notes;
    std::vector<std::string> forgotten{std::string{kProcessesKey}};
    for (std::size_t i = 0; i + 1 < all->items.size(); i += 2) {
        auto note = parse_process_note(all->items[i + 1].text);
        if (note && now - note->said_at < kProcessForgotten)
            notes.push_back(*std::move(note));
        else
            forgotten.push_back(all->items[i].text);
    }
    if (forgotten.size() > 1) {
        Command strike{"HDEL", forgotten};
        (void)co_await client.call(slot_of(kProcessesKey), std::move(strike), deadline);
    }
    std::ranges::sort(notes, {}, &ProcessNote::name);
    co_return notes;
}

}  // namespace onsale::redis
