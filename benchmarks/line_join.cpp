// Joins through the adapter of one queue node, without HTTP, into a Redis line that a running sale
// store has created. Prints one JSON object. Optionally writes the queue tokens of some guests.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>

#include "adapter/redis/line/redis_lines.hpp"
#include "runtime/system_time.hpp"
#include "token/key/random.hpp"
#include "token/key/shared_keys.hpp"
#include "token/queue_token.hpp"

namespace onsale::bench {
namespace {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;
using waiting_room::EnterError;
using waiting_room::EventId;

constexpr std::chrono::seconds kLineKnownWithin{10};

struct Options {
    std::vector<std::string> nodes;
    bool single = false;
    int replicas = 1;
    std::uint32_t event = 1;
    std::uint64_t joins = 0;
    double seconds = 60.0;
    std::size_t in_flight = 1'024;
    std::string keys;
    std::uint64_t tokens = 0;
    std::string tokens_file;
};

// Generates random guest ids. They must differ between runs, because a known guest gets the same
// number again.
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
    static std::uint64_t fresh_seed() {
        Sha256Digest bytes;
        token::random_bytes(bytes);
        std::uint64_t seed = 0;
        std::memcpy(&seed, bytes.data(), sizeof seed);
        return seed;
    }
    std::mt19937_64 random_{fresh_seed()};
};

// The queue tokens of guests spread over the line, in an order that a cache cannot predict.
class Tokens {
  public:
    explicit Tokens(const Options& options)
        : options_(options), every_(options.tokens == 0 ? 0 : options.joins / options.tokens) {
        if (every_ == 0) return;
        const auto now = std::chrono::floor<std::chrono::seconds>(runtime::SystemTime{}.wall());
        keys_ = token::SharedKeys{options.keys, now}.keys();
    }

    void keep(const GuestId& guest, waiting_room::Number number) {
        if (every_ == 0 || ++seen_ % every_ != 0 || lines_.size() == options_.tokens) return;
        const auto sealed = token::seal(*keys_, {options_.event, guest, number.value});
        lines_.push_back(fmt::format("{} {}\n", sealed, number.value));
    }

    void write() {
        if (every_ == 0) return;
        std::ranges::shuffle(lines_, std::mt19937_64{});
        std::ofstream out{options_.tokens_file, std::ios::binary};
        out.exceptions(std::ios::failbit | std::ios::badbit);
        for (const std::string& line : lines_)
            out << line;
    }

  private:
    const Options& options_;
    std::uint64_t every_;
    std::uint64_t seen_ = 0;
    std::shared_ptr<const token::Keys> keys_;
    std::vector<std::string> lines_;
};

// Accepts every guest without asking the sale store.
class OpenDoor : public redis::CodeVerifier {
  public:
    awaitable<Result<std::string, EnterError>> prove(waiting_room::command::Enter enter) override {
        co_return redis::claims_proof(enter);
    }
    awaitable<waiting_room::EligibilityOutcome> check(
        waiting_room::command::CheckEligibility) override {
        co_return fail(EnterError::kUnavailable);
    }
    awaitable<bool> bar(EventId, GuestId) override { co_return false; }
};

redis::Config redis_config(const Options& options) {
    redis::Config config;
    config.mode = options.single ? redis::Mode::kSingle : redis::Mode::kCluster;
    config.seeds.clear();
    for (const std::string& node : options.nodes) {
        const auto endpoint = redis::parse_endpoint(node);
        if (!endpoint) throw std::runtime_error{"--nodes: " + node + " is no host:port"};
        config.seeds.push_back(*endpoint);
    }
    return config;
}

// The objects that a queue process has on each loop, without HTTP.
class Node {
  public:
    explicit Node(const Options& options)
        : options_(options),
          event_{options.event},
          client_(loop_, redis_config(options)),
          caller_(client_, {.replicas = options.replicas,
                            .replica_timeout = std::chrono::milliseconds{100}}),
          feed_(loop_, caller_, view_, {}),
          lines_({loop_, caller_, feed_, view_, door_}, {}),
          tokens_(options) {
        feed_.follow(event_);
        const auto until = Clock::now() + kLineKnownWithin;
        while (view_.find(event_) == nullptr) {
            if (Clock::now() > until) throw std::runtime_error{"Redis does not know the event"};
            loop_.run_one_until(until);
        }
    }

    void run() {
        const auto start = Clock::now();
        until_ = start + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>{options_.seconds});
        running_ = options_.in_flight;
        for (std::size_t i = 0; i < options_.in_flight; ++i)
            boost::asio::co_spawn(loop_, enter_until_the_end(), [](std::exception_ptr failed) {
                if (failed) std::rethrow_exception(failed);
            });
        while (running_ > 0)
            loop_.run_one();
        took_ = Clock::now() - start;
        tokens_.write();
    }

    void report() const {
        const auto calls = client_.commands().at("line_enter")[runtime::CommandEnd::kAnswered];
        fmt::print("{{\"joins\":{},\"seconds\":{:.6f},\"calls\":{}}}\n", joined_, took_.count(),
                   calls);
    }

  private:
    bool is_over() const {
        return Clock::now() >= until_ || (options_.joins > 0 && begun_ >= options_.joins);
    }

    awaitable<void> enter_until_the_end() {
        while (!is_over()) {
            ++begun_;
            const GuestId guest = guests_.next();
            const auto number =
                co_await lines_.call(waiting_room::command::Enter{event_, guest, {}, {}, {}});
            if (!number)
                throw std::runtime_error{fmt::format("join {} was refused: {}", joined_ + 1,
                                                     static_cast<int>(number.error()))};
            ++joined_;
            tokens_.keep(guest, *number);
        }
        --running_;
    }

    const Options& options_;
    EventId event_;
    boost::asio::io_context loop_{1};
    redis::Client client_;
    redis::ScriptCaller caller_;
    waiting_room::RoomView view_;
    redis::ViewFeed feed_;
    OpenDoor door_;
    redis::RedisLines lines_;
    Guests guests_;
    Tokens tokens_;
    Clock::time_point until_;
    std::size_t running_ = 0;
    std::uint64_t begun_ = 0;
    std::uint64_t joined_ = 0;
    std::chrono::duration<double> took_{};
};

void run(const Options& options) {
    Node node{options};
    node.run();
    node.report();
}

}  // namespace
}  // namespace onsale::bench

int main(int argc, char** argv) {
    onsale::bench::Options options;
    CLI::App app{
        "Joins a line on Redis through the adapter of a queue node, for some seconds or so many "
        "guests, whichever comes first.\n"
        "Example: onsale_bench_lines --nodes 127.0.0.1:7101,127.0.0.1:7102 --seconds 5"};
    app.add_option("--nodes", options.nodes, "Some of Redis' nodes")->delimiter(',')->required();
    app.add_flag("--single", options.single, "The node is no cluster");
    app.add_option("--replicas", options.replicas, "Replicas that must have a join")
        ->capture_default_str();
    app.add_option("--event", options.event, "Number of the event")->capture_default_str();
    app.add_option("--joins", options.joins, "Guests at most; 0 is any number");
    app.add_option("--seconds", options.seconds, "Time at most")->capture_default_str();
    app.add_option("--in-flight", options.in_flight, "Joins waiting at a time")
        ->capture_default_str();
    app.add_option("--keys", options.keys, "Data folder of the sale store, to sign tokens");
    app.add_option("--tokens", options.tokens, "Queue tokens to write, of --joins guests");
    app.add_option("--tokens-file", options.tokens_file, "Where the queue tokens go");
    CLI11_PARSE(app, argc, argv);
    try {
        onsale::bench::run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "onsale_bench_lines: {}\n", error.what());
        return 1;
    }
    return 0;
}
