#pragma once

#include <string>
#include <utility>
#include <vector>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/hall/hall_sweeper.hpp"
#include "adapter/redis/hall/redis_holds.hpp"
#include "adapter/redis/hall/sale_feed.hpp"
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "sale/domain/rule/test_sale_rules.hpp"
#include "seat/domain/delay.hpp"
#include "seat/domain/plan_bytes.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {

using sale::Buyer;
using sale::HallId;
using sale::HoldError;
using sale::HoldOutcome;
using seat::HallError;
using seat::SeatState;

// A hall of `count` equal rows. "A3-7" is a seat of the fourth row.
inline seat::HallPlan rows(std::uint32_t count, std::uint32_t seats) {
    seat::HallPlan plan;
    plan.name = "Hall";
    plan.grades = {{"R", "R", ""}};
    seat::Section section{.id = "S", .name = "Stalls", .rows = {}, .areas = {}};
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string label = "A" + std::to_string(i);
        seat::Row row{.label = label, .rank = i, .seats = {}};
        for (std::uint32_t j = 1; j <= seats; ++j) {
            const std::string name = std::to_string(j);
            row.seats.push_back({.id = label + "-" + name,
                                 .label = name,
                                 .grade = "R",
                                 .at = {static_cast<int>(j) * 50, static_cast<int>(i) * 50}});
        }
        section.rows.push_back(std::move(row));
    }
    plan.sections = {section};
    return plan;
}

// Distinct numbers. They need not be unpredictable.
inline Random random_from(std::uint64_t seed) {
    return [seed, drawn = std::uint64_t{0}]() mutable { return seat::derived(seed, ++drawn); };
}

// A booking node.
struct HallNode {
    HallNode(boost::asio::io_context& loop, const Config& config, std::uint64_t seed = 1,
             SaleFeedConfig feed_config = {}, SweepConfig sweep = {})
        : client(loop, config),
          caller(client, {}),
          feed(
              loop, caller, view, {.block = 50ms},
              [this](EventId event, const sale::Facts& facts, Instant now) {
                  sale_feed.told(event, facts, now);
              },
              [this](EventId event) { sale_feed.anew(event); }),
          sale_feed({loop, caller, feed, sale, counts}, std::move(feed_config),
                    [this](EventId, const sale::Facts& facts, Instant now) {
                        for (const sale::Fact& fact : facts)
                            heard.emplace_back(fact, now);
                    }),
          holds({caller, sale_feed, view, sale, random_from(seed)}, {}),
          sweeper({loop, caller, feed, sale, random_from(seed + 1)}, sweep) {
        feed.follow(kEvent);
    }

    const sale::HallView* hall(const std::string& performance = "fri") const {
        return sale.find(kEvent, performance);
    }
    SeatState state(const std::string& seat) const {
        return hall()->map().state(*hall()->seating().find(seat));
    }
    // The times at which holds ended, according to the stream.
    std::vector<Instant> ends() const {
        std::vector<Instant> times;
        for (const auto& [fact, now] : heard)
            if (const auto* const changed = std::get_if<sale::fact::HallChanged>(&fact))
                if (std::holds_alternative<seat::fact::HoldEnded>(changed->change))
                    times.push_back(now);
        return times;
    }

    Client client;
    ScriptCaller caller;
    RoomView view;
    sale::SaleView sale;
    sale::BuyingCounts counts;
    ViewFeed feed;
    SaleFeed sale_feed;
    RedisHolds holds;
    HallSweeper sweeper;
    std::vector<std::pair<sale::Fact, Instant>> heard;
};

// A line that admits its guests immediately, and a hall.
class HallSite : public LineSite {
  protected:
    static constexpr std::uint32_t kSlots = 5000;
    static constexpr HallId kFriday{7};

    explicit HallSite(const seat::HallPlan& plan = rows(10, 10), const seat::HallRules& rules = {})
        : LineSite{{.max_active = kSlots}} {
        auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
        settings->rules.admit_per_second = kSlots;
        apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
        scheduler.follow({kEvent});
        run_until([&] { return scheduler.leases() == 1; });
        open("fri", kFriday, plan, rules);
        run_until([&] { return hall_node.hall() != nullptr; });
    }

    void open(const std::string& performance, HallId id, const seat::HallPlan& plan,
              const seat::HallRules& rules = {}) {
        std::string bytes;
        ByteWriter out{bytes};
        seat::save(out, plan);
        const auto ms = [](Duration time) { return std::to_string(time.count()); };
        const auto answer = run(node.caller.tell(
            "hall_set", {kEvent, performance},
            {"1", std::to_string(id.value), std::to_string(seat::Seating{plan}.size()), "digest",
             ms(rules.hold_ttl), ms(rules.retake_after), ms(rules.return_delay_max),
             std::to_string(rules.seats_per_hold), std::to_string(rules.accessible_per_hold),
             bytes},
            in(5s)));
        ASSERT_EQ(answer->word, "ok");
    }
    Buyer let_in(std::uint32_t name) {
        const Number number = enter(name).value();
        return {kEvent, "fri", guest(name), waiting_room::admission_id(number, 1)};
    }
    // Admits many guests with few calls.
    std::vector<Buyer> let_in_all(std::uint32_t count) {
        std::vector<Buyer> buyers;
        for (std::uint32_t name = 1; name <= count; ++name)
            spawn(enter_patiently(name), [&buyers, name](Number number) {
                buyers.push_back(
                    {kEvent, "fri", guest(name), waiting_room::admission_id(number, 1)});
            });
        run_until([&] { return buyers.size() == count && node.line()->ledger().size() == count; });
        return buyers;
    }
    // Retries, because a block of numbers may be exhausted for a moment.
    awaitable<Number> enter_patiently(std::uint32_t name) {
        boost::asio::steady_timer timer{loop};
        for (;;) {
            const auto outcome =
                co_await node.lines.call(waiting_room::command::Enter{kEvent, guest(name), {}, {}});
            if (outcome) co_return *outcome;
            timer.expires_after(10ms);
            co_await timer.async_wait(boost::asio::use_awaitable);
        }
    }
    HoldOutcome select(HallNode& by, const Buyer& buyer, std::vector<std::string> seats) {
        return run(by.holds.call(sale::command::SelectSeats{buyer, std::move(seats)}));
    }
    void catch_up(HallNode& late, HallNode& early) {
        run_until([&] {
            return late.sale_feed.is_loaded(kEvent) && early.sale_feed.is_loaded(kEvent) &&
                   late.feed.applied(kEvent) == early.feed.applied(kEvent);
        });
    }
    // Describes the first difference between the views of two nodes.
    static std::string difference(const HallNode& left, const HallNode& right,
                                  const std::vector<Buyer>& buyers) {
        if (auto views = sale::difference(left.sale, right.sale, kEvent); !views.empty())
            return views;
        for (const auto& [id, hall] : left.sale) {
            for (const Buyer& buyer : buyers)
                if (auto holds = sale::difference(hall->hold(buyer.guest),
                                                  right.sale.find(id)->hold(buyer.guest));
                    !holds.empty())
                    return holds;
            if (hall->house_seats() != right.sale.find(id)->house_seats()) return "house seats";
        }
        return {};
    }

    LineScheduler scheduler{loop, node.caller, {.owner = "test", .step = 10ms, .lease = 60s}};
    HallNode hall_node{loop, config()};
};

}  // namespace onsale::redis
