// Measures durable joins per second through the real writer and durable one-row SQLite inserts per
// second on the same disk. The two sides alternate slice by slice. Prints one JSON object.
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include "adapter/embedded/engine/engine.hpp"
#include "adapter/embedded/engine/housekeeper.hpp"
#include "adapter/embedded/engine/writer.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "adapter/embedded/port/ports.hpp"
#include "benchmarks/bench_event.hpp"
#include "runtime/system_time.hpp"

namespace onsale::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kServerCore = 0;
constexpr int kLoadCore = 1;

// The defaults of the server's configuration.
constexpr embedded::HousekeeperConfig kHousekeeping{.log_bytes_max = std::uint64_t{64} << 20,
                                                    .snapshot_facts = 1'000'000};

struct Options {
    std::string folder;
    std::size_t slices = 5;
    double slice_seconds = 2.0;
    std::size_t in_flight = 1'024;
};

// Pins the calling thread to a core. Threads that it starts later inherit the core.
void pin_to(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(core), &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0)
        throw std::runtime_error{"cannot run on core " + std::to_string(core)};
}

class Guests {
  public:
    GuestId next() {
        GuestId guest;
        for (std::size_t at = 0; at < guest.bytes.size(); at += sizeof(std::uint64_t)) {
            const std::uint64_t word = random_();
            std::memcpy(guest.bytes.data() + at, &word, sizeof word);
        }
        return guest;
    }

  private:
    std::mt19937_64 random_{1};
};

// Joins new guests, with `in_flight` commands pending at a time.
class EngineSide {
  public:
    explicit EngineSide(const Options& options)
        : options_(options),
          folder_(options.folder + "/engine"),
          engine_(folder_.storage(), time_, fresh_secret),
          writer_(engine_, {}),
          housekeeper_(folder_.storage(), writer_, kHousekeeping, report),
          port_(loop_, writer_, writer_.subscribe(loop_, [](const embedded::Publication&) {})),
          lines_(port_),
          event_(create_event(engine_, "bench")) {
        pin_to(kServerCore);
        writer_.start();
        housekeeper_.start();
        pin_to(kLoadCore);
    }

    double joins_per_second() {
        const auto start = Clock::now();
        until_ = start + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>{options_.slice_seconds});
        joined_ = 0;
        for (std::size_t i = 0; i < options_.in_flight; ++i)
            boost::asio::co_spawn(loop_, enter_until_the_end(), [](std::exception_ptr failed) {
                if (failed) std::rethrow_exception(failed);
            });
        loop_.restart();
        const auto stays = boost::asio::make_work_guard(loop_);
        running_ = options_.in_flight;
        while (running_ > 0)
            loop_.run_one();
        return static_cast<double>(joined_) /
               std::chrono::duration<double>{Clock::now() - start}.count();
    }

    std::uint64_t places() const { return engine_.room().find("bench")->book().issued_count(); }
    std::uint64_t joined_total() const { return joined_total_; }
    void stop() {
        housekeeper_.stop();
        writer_.stop();
    }

  private:
    static void report(const std::string& error) { fmt::print(stderr, "{}\n", error); }

    boost::asio::awaitable<void> enter_until_the_end() {
        while (Clock::now() < until_) {
            waiting_room::command::Enter enter{event_, guests_.next(), {}, {}};
            const auto number = co_await lines_.call(std::move(enter));
            if (!number)
                throw std::runtime_error{
                    fmt::format("the engine refused a join: {}", static_cast<int>(number.error()))};
            ++joined_;
            ++joined_total_;
        }
        --running_;
    }

    const Options& options_;
    embedded::DataFolder folder_;
    runtime::SystemTime time_;
    embedded::Engine engine_;
    embedded::Writer writer_;
    embedded::Housekeeper housekeeper_;
    boost::asio::io_context loop_{1};
    embedded::WriterPort port_;
    embedded::WaitingLines lines_;
    waiting_room::EventId event_;
    Guests guests_;
    Clock::time_point until_;
    std::size_t running_ = 0;
    std::uint64_t joined_ = 0;
    std::uint64_t joined_total_ = 0;
};

// The reference: a table with one row per commit and the same durability (WAL, synchronous FULL).
class SqliteSide {
  public:
    explicit SqliteSide(const Options& options)
        : options_(options),
          database_(opened(options.folder + "/sqlite")),
          insert_(database_.prepare("INSERT INTO place (guest) VALUES (?)")) {}

    double inserts_per_second() {
        pin_to(kServerCore);
        const auto start = Clock::now();
        std::chrono::duration<double> took{};
        std::uint64_t inserted = 0;
        for (; took.count() < options_.slice_seconds; took = Clock::now() - start, ++inserted) {
            const GuestId guest = guests_.next();
            insert_.bind_bytes(1, {reinterpret_cast<const char*>(guest.bytes.data()), 16});
            insert_.step();
            insert_.reset();
        }
        pin_to(kLoadCore);
        return static_cast<double>(inserted) / took.count();
    }

  private:
    static embedded::Database opened(const std::string& folder) {
        std::filesystem::create_directories(folder);
        embedded::Database database{{folder, ""}, "plain.db", embedded::Database::Mode::kCreate};
        database.execute("PRAGMA journal_mode=WAL");
        database.execute("PRAGMA synchronous=FULL");
        database.execute("CREATE TABLE place (number INTEGER PRIMARY KEY, guest BLOB NOT NULL)");
        return database;
    }

    const Options& options_;
    embedded::Database database_;
    embedded::Statement insert_;
    Guests guests_;
};

void run(const Options& options) {
    EngineSide engine{options};
    SqliteSide sqlite{options};
    std::vector<double> ours;
    std::vector<double> peer;
    for (std::size_t i = 0; i < options.slices; ++i) {
        ours.push_back(engine.joins_per_second());
        peer.push_back(sqlite.inserts_per_second());
    }
    engine.stop();
    if (engine.places() != engine.joined_total())
        throw std::runtime_error{"the line does not hold every guest that was told so"};
    fmt::print("{{\"ours\":[{:.1f}],\"peer\":[{:.1f}]}}\n", fmt::join(ours, ","),
               fmt::join(peer, ","));
}

}  // namespace
}  // namespace onsale::bench

int main(int argc, char** argv) {
    onsale::bench::Options options;
    CLI::App app{
        "Measures durable joins into the engine against one-row SQLite commits.\n"
        "Example: onsale_bench_engine --folder /tmp/new --slices 3"};
    app.add_option("--folder", options.folder, "New folder for both")->required();
    app.add_option("--slices", options.slices, "Slices of each")->capture_default_str();
    app.add_option("--seconds", options.slice_seconds, "Length of a slice")->capture_default_str();
    app.add_option("--in-flight", options.in_flight, "Joins waiting at a time")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        onsale::bench::run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "onsale_bench_engine: {}\n", error.what());
        return 1;
    }
    return 0;
}
