// Fills a data folder with waiting guests and writes the tokens that the load programs need.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "adapter/embedded/engine/engine.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "adapter/embedded/journal/snapshot.hpp"
#include "benchmarks/bench_event.hpp"
#include "runtime/system_time.hpp"
#include "token/guest.hpp"
#include "token/key/key_ring.hpp"
#include "token/queue_token.hpp"
#include "token/visitor_token.hpp"

namespace onsale::bench {
namespace {

constexpr std::size_t kBatch = 4'096;  // Maximum number of commands in one commit of the server.

struct Options {
    std::string data;
    std::string event = "bench";
    std::uint32_t waiting = 0;
    std::uint32_t tokens = 0;
    std::string tokens_file;
    std::uint32_t cookies = 0;
    std::string cookies_file;
};

class Fill {
  public:
    explicit Fill(const Options& options)
        : options_(options),
          folder_(options.data),
          ring_(token::KeyRing::open(folder_.path(),
                                     std::chrono::floor<std::chrono::seconds>(time_.wall()))),
          engine_(folder_.storage(), time_, fresh_secret),
          event_(create_event(engine_, options.event)) {}

    void run() {
        choose_numbers();
        for (std::uint32_t done = 0; done < options_.waiting;)
            done += enter_batch(std::min<std::size_t>(kBatch, options_.waiting - done));
        write_tokens();
        write_cookies();
        // A server that has run for a minute also has a snapshot.
        embedded::take_snapshot(folder_.storage());
    }

  private:
    const token::Keys& keys() const { return *ring_.keys(); }

    // Chooses the numbers that get a token. They are spread over the whole line in an order that a
    // cache cannot predict.
    void choose_numbers() {
        const std::uint32_t count = std::min(options_.tokens, options_.waiting);
        for (std::uint64_t i = 0; i < count; ++i)
            numbers_.push_back(static_cast<std::uint32_t>(1 + i * options_.waiting / count));
        tokens_.reserve(count);
    }

    std::uint32_t enter_batch(std::size_t count) {
        std::vector<embedded::Command> commands;
        std::vector<GuestId> guests;
        for (std::size_t i = 0; i < count; ++i) {
            const auto visitor = token::new_visitor(time_.wall());
            guests.push_back(
                token::guest_of(keys(), token::GuestSource::kVisitor, visitor.subject()));
            commands.push_back(waiting_room::command::Enter{event_, guests.back(), {}, {}});
        }
        const auto result = engine_.run(commands, false);
        for (std::size_t i = 0; i < count; ++i)
            keep_token(guests[i], std::get<waiting_room::EnterOutcome>(result.outcomes[i]));
        return static_cast<std::uint32_t>(count);
    }

    void keep_token(const GuestId& guest, const waiting_room::EnterOutcome& outcome) {
        if (!outcome) throw std::runtime_error{"a guest could not enter"};
        if (tokens_.size() == numbers_.size() || numbers_[tokens_.size()] != outcome->value) return;
        const auto sealed = token::seal(keys(), {event_.value, guest, outcome->value});
        tokens_.push_back(fmt::format("{} {}\n", sealed, outcome->value));
    }

    static std::ofstream create(const std::string& path) {
        std::ofstream out{path, std::ios::binary};
        out.exceptions(std::ios::failbit | std::ios::badbit);
        return out;
    }

    void write_tokens() {
        if (options_.tokens_file.empty()) return;
        constexpr std::uint64_t kSeed = 1;  // Fixed seed: every run polls in the same order.
        std::ranges::shuffle(tokens_, std::mt19937_64{kSeed});
        auto out = create(options_.tokens_file);
        for (const std::string& line : tokens_)
            out << line;
    }

    void write_cookies() {
        if (options_.cookies_file.empty()) return;
        auto out = create(options_.cookies_file);
        for (std::uint32_t i = 0; i < options_.cookies; ++i)
            out << token::seal(keys(), token::new_visitor(time_.wall())) << '\n';
    }

    const Options& options_;
    embedded::DataFolder folder_;
    runtime::SystemTime time_;
    token::KeyRing ring_;
    embedded::Engine engine_;
    waiting_room::EventId event_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::string> tokens_;
};

}  // namespace
}  // namespace onsale::bench

int main(int argc, char** argv) {
    onsale::bench::Options options;
    CLI::App app{
        "Fills a new data folder with guests who wait, and writes queue tokens (a line is the "
        "token and its number) and cookies of visitors who have not entered yet.\n"
        "Example: onsale_bench_fill --data /tmp/line --waiting 1000000 --tokens 4096 "
        "--tokens-file /tmp/tokens"};
    app.add_option("--data", options.data, "New data folder")->required();
    app.add_option("--event", options.event, "Key of the event")->capture_default_str();
    app.add_option("--waiting", options.waiting, "Guests in the line");
    app.add_option("--tokens", options.tokens, "Queue tokens to write");
    app.add_option("--tokens-file", options.tokens_file, "Where the queue tokens go");
    app.add_option("--cookies", options.cookies, "Visitor cookies to write");
    app.add_option("--cookies-file", options.cookies_file, "Where the cookies go");
    CLI11_PARSE(app, argc, argv);
    try {
        const auto start = std::chrono::steady_clock::now();
        onsale::bench::Fill{options}.run();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        fmt::print("{} guests wait; took {:.1f} s\n", options.waiting, took.count());
    } catch (const std::exception& error) {
        fmt::print(stderr, "onsale_bench_fill: {}\n", error.what());
        return 1;
    }
    return 0;
}
