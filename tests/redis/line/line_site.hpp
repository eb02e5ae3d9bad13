#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "adapter/redis/line/redis_lines.hpp"
#include "adapter/redis/relay/line_relay.hpp"
#include "adapter/redis/relay/line_watch.hpp"
#include "tests/redis/client/on_loop.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::redis {

using waiting_room::EnterError;
using waiting_room::EnterOutcome;
using waiting_room::EventId;
using waiting_room::Lifecycle;
using waiting_room::LineView;
using waiting_room::Number;
using waiting_room::RoomView;
using waiting_room::Standing;

constexpr EventId kEvent{1};
constexpr std::uint32_t kBlock = 1000;

inline GuestId guest(std::uint32_t name) {
    GuestId id;
    std::memcpy(id.bytes.data(), &name, sizeof name);
    id.bytes.back() = 1;
    return id;
}

// Issues numbers from 1 on.
class Numbers : public NumberAllocator {
  public:
    awaitable<std::optional<NumberBlock>> take(EventId, std::uint32_t count) override {
        const std::uint32_t first = last_ + 1;
        last_ += count;
        taken.push_back(count);
        co_return NumberBlock{{first}, {last_}};
    }

    std::vector<std::uint32_t> taken;  // Sizes of the blocks.

  private:
    std::uint32_t last_ = 0;
};

// Accepts every guest.
class OpenDoor : public CodeVerifier {
  public:
    awaitable<Result<std::string, EnterError>> prove(waiting_room::command::Enter) override {
        co_return std::string{};
    }
    awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility) override {
        co_return std::vector<waiting_room::PhaseEligibility>{};
    }
    awaitable<bool> bar(EventId, GuestId) override { co_return true; }
};

// A queue node: the client, the view and the port of its own loop.
struct Node {
    Node(boost::asio::io_context& loop, const Config& config, ScriptCallConfig calls = {})
        : client(loop, config),
          caller(client, calls),
          feed(loop, caller, view, {.block = 50ms}),
          lines({loop, caller, feed, view, door}, {}) {
        feed.follow(kEvent);
    }

    const LineView* line() const { return view.find(kEvent); }

    Client client;
    ScriptCaller caller;
    RoomView view;
    ViewFeed feed;
    OpenDoor door;
    RedisLines lines;
};

struct SiteSetup {
    std::uint32_t max_active = 0;
    std::vector<std::string> server_arguments{};
    // If set, the event is in its lobby and will be drawn with this secret.
    std::optional<Sha256Digest> shuffled_by{};
    std::chrono::milliseconds restore_wait{0};
    std::uint32_t first_block = kBlock;
};

inline waiting_room::Facts first_facts(const SiteSetup& setup) {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = "concert";
    settings->rules.max_active = setup.max_active;
    if (setup.shuffled_by) settings->order = waiting_room::OrderPolicy::kLobbyShuffle;
    waiting_room::Facts facts{{kEvent, waiting_room::fact::EventCreated{settings}}};
    if (setup.shuffled_by)
        facts.push_back({kEvent, waiting_room::fact::LobbySealed{*setup.shuffled_by}});
    const auto to = setup.shuffled_by ? Lifecycle::kLobby : Lifecycle::kOpen;
    facts.push_back({kEvent, waiting_room::fact::LifecycleChanged{to}});
    return facts;
}

// One server, the relay of the store with one event, and a queue node.
class LineSite : public OnLoop {
  protected:
    explicit LineSite(const SiteSetup& setup = {})
        : server(setup.server_arguments),
          relay({loop, node.caller, numbers}, std::make_unique<waiting_room::WaitingRoom>(), 0,
                {.first_block = setup.first_block,
                 .block = std::max(kBlock, setup.first_block),
                 .restore_wait = setup.restore_wait}),
          watch(std::make_shared<LineWatch>(loop, node.caller, relay,
                                            WatchConfig{.every = 20ms,
                                                        .busy = 20ms,
                                                        .at_rest = 20ms,
                                                        .enlist_every = 20ms,
                                                        .block_low = kBlock / 4,
                                                        .remove_after = 50ms})) {
        apply(first_facts(setup));
        watch->start();
        run_until([&] { return relay.is_idle(kEvent) && node.line() != nullptr; });
    }
    ~LineSite() override { watch->close(); }

    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        return config;
    }
    // Applies facts that the store has decided.
    void apply(const waiting_room::Facts& facts) {
        relay.apply({facts.begin(), facts.end()}, Instant{});
    }
    EnterOutcome enter(std::uint32_t name, std::optional<Number> shown = {}) {
        return run(
            node.lines.call(waiting_room::command::Enter{kEvent, guest(name), {}, {}, shown}));
    }
    // Retries until the servers and blocks of numbers are available again.
    Number enter_at_last(std::uint32_t name, std::optional<Number> shown = {}) {
        std::optional<Number> number;
        run_until([&] {
            const auto outcome = enter(name, shown);
            if (outcome) number = *outcome;
            return number.has_value();
        });
        return *number;
    }
    std::uint32_t position(std::uint32_t number) const {
        return node.line()->answer(Number{number}, {}).position;
    }
    Standing standing(std::uint32_t number) const {
        return node.line()->book().standing(Number{number});
    }

    test::RedisServer server;
    Numbers numbers;
    Node node{loop, config()};
    LineRelay relay;
    std::shared_ptr<LineWatch> watch;
};

}  // namespace onsale::redis
