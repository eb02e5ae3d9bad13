// Tests the writer with real threads: several producers, and several loops with one view each.
#include "adapter/embedded/engine/writer.hpp"

#include <atomic>
#include <barrier>
#include <thread>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

#include "runtime/loop.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/test_engine.hpp"
#include "tests/support/torn_disk.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::contract {
namespace {

using namespace embedded;
using namespace std::chrono_literals;
using waiting_room::EnterOutcome;
using waiting_room::EventId;
using waiting_room::Number;
namespace command = waiting_room::command;

using Steady = std::chrono::steady_clock;

constexpr std::size_t kLoops = 3;
// A deadline in the past: the writer does not wait for more commands.
constexpr Steady::time_point kAtOnce{};
constexpr std::uint32_t kGuestsPerProducer = 300;
constexpr EventId kEvent{1};

GuestId guest(std::uint32_t name) {
    const Sha256Digest digest = sha256("guest " + std::to_string(name));
    GuestId id;
    std::copy_n(digest.begin(), id.bytes.size(), id.bytes.begin());
    return id;
}

std::vector<Submission> one(Command command, std::size_t loop,
                            std::move_only_function<void(Outcome&&)> answer) {
    std::vector<Submission> submissions;
    submissions.push_back({std::move(command), loop, std::move(answer)});
    return submissions;
}

// Stops the loop after `turns` turns. The answers of a large batch need several turns.
void stop_after(runtime::Loop& loop, unsigned turns) {
    boost::asio::post(loop.context(), [&loop, turns] {
        if (turns == 0) return loop.stop();
        stop_after(loop, turns - 1);
    });
}

// A loop with its own view, like an HTTP loop.
struct Reader {
    explicit Reader(Engine& engine) : view(engine.room()) {}

    runtime::Loop loop{"reader"};
    waiting_room::RoomView view;
    std::uint32_t answers = 0;
    std::uint32_t answers_before_facts = 0;
    std::uint32_t behind_another_loops_answer = 0;
};

struct Threads : testing::Test {
    Threads() {
        auto settings = std::make_shared<waiting_room::EventSettings>();
        settings->key = "sale";
        settings->title = "Sale";
        settings->opens_at = time.wall();
        settings->rules.max_active = 50;
        const std::vector<Command> create{command::CreateEvent{settings}};
        engine.run(create, true);
        for (std::size_t i = 0; i < kLoops; ++i)
            readers.push_back(std::make_unique<Reader>(engine));
        for (const auto& reader : readers)
            writer.subscribe(reader->loop.context(), [&view = reader->view](const auto& news) {
                test::apply_to(view, news.facts, news.stamp.now);
            });
        writer.start();
        for (const auto& reader : readers)
            reader->loop.start();
    }
    void stop() {
        writer.stop();
        for (const auto& reader : readers) {
            constexpr unsigned kTurns = kLoops * kGuestsPerProducer;
            stop_after(reader->loop, kTurns);
            reader->loop.join();
        }
    }
    // Enters guests one after the other, each in its own submission.
    void produce(std::size_t index) {
        Reader& reader = *readers[index];
        Reader& next = *readers[(index + 1) % kLoops];
        for (std::uint32_t i = 0; i < kGuestsPerProducer; ++i) {
            const auto name = static_cast<std::uint32_t>(index) * kGuestsPerProducer + i;
            auto submissions =
                one(command::Enter{kEvent, guest(name), {}, {}}, index,
                    [&reader, &next](Outcome&& outcome) {
                        const Number number = std::get<EnterOutcome>(outcome).value();
                        const auto& book = reader.view.find(kEvent)->book();
                        if (book.issued_count() < number.value) ++reader.answers_before_facts;
                        ++reader.answers;
                        // Simulates the next request of the answered guest on another loop.
                        boost::asio::post(next.loop.context(), [&next, number] {
                            if (next.view.find(kEvent)->book().issued_count() < number.value)
                                ++next.behind_another_loops_answer;
                        });
                    });
            ASSERT_TRUE(writer.submit(submissions));
        }
    }

    test::TornDisk disk;
    test::ManualTime time{instant_from_ms(1'800'000'000'000)};
    Engine engine{{"data", disk.name()}, time, [] { return sha256("entropy"); }};
    Writer writer{engine, {}};
    std::vector<std::unique_ptr<Reader>> readers;
};

using WriterThreads = Threads;

TEST_F(WriterThreads, EveryViewEndsEqualToTheRoomAndAnswersFollowTheFacts) {
    std::vector<std::thread> producers;
    for (std::size_t index = 0; index < kLoops; ++index)
        producers.emplace_back([this, index] { produce(index); });
    for (std::thread& producer : producers)
        producer.join();
    stop();
    const waiting_room::Line& line = *engine.room().find(kEvent);
    ASSERT_EQ(line.book().issued_count(), kLoops * kGuestsPerProducer);
    for (const auto& reader : readers) {
        EXPECT_EQ(reader->answers, kGuestsPerProducer);
        EXPECT_EQ(reader->answers_before_facts, 0U);
        EXPECT_EQ(reader->behind_another_loops_answer, 0U);
        const waiting_room::LineView& view = *reader->view.find(kEvent);
        ASSERT_EQ(view.book().issued_count(), line.book().issued_count());
        EXPECT_EQ(view.ledger().size(), line.ledger().size());
        for (std::uint32_t value = 1; value <= line.book().issued_count(); ++value)
            ASSERT_EQ(view.book().standing(Number{value}), line.book().standing(Number{value}));
    }
}

TEST_F(WriterThreads, StopAnswersWhatIsQueued) {
    produce(0);
    stop();
    EXPECT_EQ(readers[0]->answers, kGuestsPerProducer);
}

TEST_F(WriterThreads, AfterStopNothingIsTaken) {
    stop();
    auto late = one(command::Enter{kEvent, guest(1), {}, {}}, 0, nullptr);
    EXPECT_FALSE(writer.submit(late));
    EXPECT_EQ(late.size(), 1U);
}

TEST_F(WriterThreads, SideWorkSeesTheEngineAtRest) {
    std::atomic<std::uint64_t> rows = 0;
    std::barrier done{2};
    writer.run_between_batches([&](Engine& at_rest) {
        rows = at_rest.journal().last_seq();
        done.arrive_and_wait();
    });
    done.arrive_and_wait();
    EXPECT_EQ(rows, 1U);
    stop();
}

// Two loops that the test runs by hand. Published facts do not wake the second one.
struct SleepingLoop : testing::Test {
    static bool never(const sale::Facts&) { return false; }

    SleepingLoop() {
        auto settings = std::make_shared<waiting_room::EventSettings>();
        settings->key = "sale";
        settings->title = "Sale";
        settings->opens_at = time.wall();
        const std::vector<Command> create{command::CreateEvent{settings}};
        engine.run(create, true);
        awake = writer.subscribe(awake_loop, [](const Publication&) {});
        asleep = writer.subscribe(
            sleeping_loop, [this](const Publication& news) { heard += news.facts.size(); }, never);
        writer.start();
    }
    ~SleepingLoop() override { writer.stop(); }

    // Enters a guest and runs `turned` until the answer has arrived.
    void enter(std::size_t loop, boost::asio::io_context& turned) {
        bool answered = false;
        auto submissions = one(command::Enter{kEvent, guest(1), {}, {}}, loop, [&](Outcome&&) {
            heard_at_answer = heard;
            answered = true;
        });
        ASSERT_TRUE(writer.submit(submissions));
        const auto work = boost::asio::make_work_guard(turned);
        while (!answered)
            turned.run_one();
    }

    test::TornDisk disk;
    test::ManualTime time{instant_from_ms(1'800'000'000'000)};
    Engine engine{{"data", disk.name()}, time, [] { return sha256("entropy"); }};
    boost::asio::io_context awake_loop;
    boost::asio::io_context sleeping_loop;
    std::size_t awake = 0;
    std::size_t asleep = 0;
    std::size_t heard = 0;
    std::size_t heard_at_answer = 0;
    Writer writer{engine, {}};
};

TEST_F(SleepingLoop, HearsTheNewsWhenItLooks) {
    enter(awake, awake_loop);
    EXPECT_EQ(heard, 0U);
    writer.catch_up(asleep);
    EXPECT_GT(heard, 0U);
}

TEST_F(SleepingLoop, HearsTheNewsBeforeItsOwnAnswer) {
    enter(asleep, sleeping_loop);
    EXPECT_GT(heard_at_answer, 0U);
}

TEST_F(SleepingLoop, IsWokenByTheNextTick) {
    enter(awake, awake_loop);
    const auto work = boost::asio::make_work_guard(sleeping_loop);
    while (heard == 0)
        sleeping_loop.run_one();
}

TEST(CommandQueue, TakesAllOrNone) {
    CommandQueue queue{3};
    std::vector<Submission> two(2);
    EXPECT_TRUE(queue.push(two));
    EXPECT_TRUE(two.empty());
    std::vector<Submission> more(2);
    EXPECT_FALSE(queue.push(more));
    EXPECT_EQ(more.size(), 2U);
    EXPECT_EQ(queue.size(), 2U);
}

TEST(CommandQueue, GivesUpToTheMaximumInOrder) {
    CommandQueue queue{10};
    std::vector<Submission> three(3);
    for (std::size_t i = 0; i < three.size(); ++i)
        three[i].loop = i;
    ASSERT_TRUE(queue.push(three));
    const auto first = queue.pop(2, 0ms, kAtOnce);
    ASSERT_EQ(first.size(), 2U);
    EXPECT_EQ(first[0].loop, 0U);
    EXPECT_EQ(first[1].loop, 1U);
    EXPECT_EQ(queue.pop(2, 0ms, kAtOnce).size(), 1U);
}

TEST(CommandQueue, AnEmptyOneWaitsNoLongerThanAsked) {
    CommandQueue queue{1};
    EXPECT_TRUE(queue.pop(1, 1ms, kAtOnce).empty());
}

TEST(CommandQueue, ClosingWakesWhoWaitsAndRefusesTheRest) {
    CommandQueue queue{1};
    std::thread waiting{[&] { EXPECT_TRUE(queue.pop(1, 10s, kAtOnce).empty()); }};
    queue.close();
    waiting.join();
    std::vector<Submission> late(1);
    EXPECT_FALSE(queue.push(late));
}

TEST(CommandQueue, DoesNotGatherOnceEnoughWait) {
    CommandQueue queue{100};
    std::vector<Submission> enough(CommandQueue::kEnough);
    ASSERT_TRUE(queue.push(enough));
    EXPECT_EQ(queue.pop(100, 1h, Steady::now() + 1h).size(), CommandQueue::kEnough);
}

TEST(CommandQueue, IsWokenByTheCommandThatMakesItEnough) {
    for (const std::size_t enough : {CommandQueue::kEnough, 3 * CommandQueue::kEnough}) {
        CommandQueue queue{100};
        std::vector<Submission> popped;
        std::thread writer{[&] { popped = queue.pop(100, 1h, Steady::now() + 1h, enough); }};
        for (std::size_t i = 0; i < enough; ++i) {
            std::vector<Submission> one(1);
            ASSERT_TRUE(queue.push(one));
        }
        writer.join();
        EXPECT_EQ(popped.size(), enough);
    }
}

TEST(CommandQueue, StopsGatheringWhenItIsClosed) {
    CommandQueue queue{100};
    std::vector<Submission> one(1);
    ASSERT_TRUE(queue.push(one));
    queue.close();
    EXPECT_EQ(queue.pop(100, 1h, Steady::now() + 1h).size(), 1U);
}

TEST(CommandQueue, ManyProducersLoseNothing) {
    constexpr std::size_t kProducers = 4;
    constexpr std::size_t kEach = 500;
    CommandQueue queue{kProducers * kEach};
    std::vector<std::thread> producers;
    for (std::size_t producer = 0; producer < kProducers; ++producer)
        producers.emplace_back([&queue, producer] {
            for (std::size_t i = 0; i < kEach; ++i) {
                auto submissions = one(Seen{}, producer, nullptr);
                EXPECT_TRUE(queue.push(submissions));
            }
        });
    std::array<std::size_t, kProducers> taken{};
    for (std::size_t left = kProducers * kEach; left > 0;)
        for (const Submission& submission : queue.pop(64, 1s, kAtOnce))
            ++taken[submission.loop], --left;
    for (std::thread& producer : producers)
        producer.join();
    for (const std::size_t count : taken)
        EXPECT_EQ(count, kEach);
}

}  // namespace
}  // namespace onsale::contract
