#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/postgres/client/client.hpp"
#include "adapter/postgres/event/event_replica.hpp"
#include "base/sale_clock.hpp"
#include "runtime/counters.hpp"
#include "sale/domain/rule/moment.hpp"

namespace onsale::postgres {

struct OrderConfig {
    // Transactions under way. One commits while the commands for the next one gather; a standby
    // makes commits longer, so that more are needed.
    std::size_t transactions_max = 4;
    // Small enough that several batches are under way: while one waits for its commit, another one
    // reads or writes.
    std::size_t batch_max = 16;
    // Commands that wait for a transaction. More are refused at once.
    std::size_t waiting_max = 4096;
    std::chrono::milliseconds wait_max{2000};
    // Timeout of a batch with all its tries.
    std::chrono::milliseconds timeout{5000};
    // Tries of a command that is alone in its batch, each with fresh rows.
    int tries_max = 4;
    // Orders that a process keeps in memory, about 1 KiB each.
    std::size_t cached_max = 16'384;
    // Orders that a look for deadlines takes at once.
    std::int32_t due_max = 100;
};

// Settings of the sessions that decide about orders (Config::session_settings). A statement that
// was prepared while a table was empty would read the whole table until the next ANALYZE, that is
// in the first minute of a sale; and one with arrays would be planned for each call.
inline const std::vector<std::string> kOrderSessions = {"plan_cache_mode=force_generic_plan",
                                                        "enable_seqscan=off"};

// What deciding about orders needs. One for each loop; outlives all that use it.
struct OrderContext {
    boost::asio::io_context& loop;
    Client& client;  // Of the primary.
    EventReplica& events;
    SaleClock clock;
    std::function<std::uint64_t()> random;
    sale::ZoneOffsets zones;
    runtime::Counters& counters;
    OrderConfig config{};
    // Facts that this process has committed. It makes the calls that they ask for.
    std::function<void(const sale::Facts&)> committed = [](const sale::Facts&) {};

    Stamp stamp() const { return {clock.now(), clock.wall()}; }
    Deadline deadline() const { return std::chrono::steady_clock::now() + config.timeout; }
};

}  // namespace onsale::postgres
