#include "adapter/redis/relay/event_removal.hpp"

#include <vector>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EventId;
using Clock = std::chrono::steady_clock;

namespace {

// Number of keys per SCAN: a few hundred microseconds of the server's time.
constexpr std::string_view kPage = "1000";

std::vector<std::string> found_keys(const Reply& page, EventId event, const std::string& but) {
    std::vector<std::string> keys;
    for (const Reply& key : page.items[1].items)
        if (is_key_of(key.text, event) && key.text != but) keys.push_back(key.text);
    return keys;
}

// Scans the server of the event's slot once. Most keys belong to seats and guests, so their names
// are not known here.
awaitable<bool> remove_all_but(Client& client, EventId event, std::string but,
                               std::chrono::milliseconds timeout) {
    const std::string pattern = "*" + hash_tag(event) + "*";
    std::string cursor = "0";
    do {
        const auto page = co_await client.call(
            slot_of(event), Command{"SCAN", {cursor, "MATCH", pattern, "COUNT", kPage}},
            Clock::now() + timeout);
        if (!page || page->items.size() != 2) co_return false;
        cursor = page->items[0].text;
        const std::vector<std::string> keys = found_keys(*page, event, but);
        if (keys.empty()) continue;
        const auto done =
            co_await client.call(slot_of(event), Command{"UNLINK", keys}, Clock::now() + timeout);
        if (!done || done->is_error()) co_return false;
    } while (cursor != "0");
    co_return true;
}

}  // namespace

bool is_key_of(std::string_view key, EventId event) {
    const auto from = key.find('{');
    return from != key.npos && key.substr(from).starts_with(hash_tag(event));
}

awaitable<bool> remove_event(Client& client, EventId event, std::chrono::milliseconds timeout) {
    const std::string line = line_keys(event).front();
    const auto is_there =
        co_await client.call(slot_of(event), Command{"EXISTS", {line}}, Clock::now() + timeout);
    if (!is_there || is_there->is_error()) co_return false;
    if (is_there->integer == 0) co_return true;
    if (!co_await remove_all_but(client, event, line, timeout)) co_return false;
    const auto done =
        co_await client.call(slot_of(event), Command{"UNLINK", {line}}, Clock::now() + timeout);
    co_return done && !done->is_error();
}

}  // namespace onsale::redis
