// Fills a data folder with a sale: a stadium of 50,000 seats per performance, admitted guests,
// waiting guests and, optionally, half of the seats sold.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "adapter/embedded/engine/engine.hpp"
#include "adapter/embedded/journal/data_folder.hpp"
#include "adapter/embedded/journal/snapshot.hpp"
#include "benchmarks/bench_event.hpp"
#include "benchmarks/bench_sale.hpp"
#include "runtime/system_time.hpp"
#include "token/entry_token.hpp"
#include "token/guest.hpp"
#include "token/key/key_ring.hpp"
#include "token/queue_token.hpp"
#include "token/visitor_token.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::bench {
namespace {

constexpr std::size_t kBatch = 4'096;  // Maximum number of commands in one commit of the server.
constexpr std::uint64_t kSeed = 1;     // Every run sells the same half and polls in the same order.

struct Options {
    std::string data;
    std::string event = "bench";
    std::uint32_t guests = 64;
    std::string guests_file;
    std::uint32_t waiting = 0;
    std::uint32_t tokens = 0;
    std::string tokens_file;
    std::uint32_t performances = 1;
    bool half_sold = false;
    std::string parties_file;
};

class FillSale {
  public:
    explicit FillSale(const Options& options)
        : options_(options),
          folder_(options.data),
          ring_(token::KeyRing::open(folder_.path(),
                                     std::chrono::floor<std::chrono::seconds>(time_.wall()))),
          engine_(folder_.storage(), time_, fresh_secret),
          event_(open_sale(engine_, options.event, options.guests, options.performances)) {}

    void run() {
        enter();
        write_guests();
        write_tokens();
        std::vector<Party> parties = parties_of(engine_);
        if (options_.half_sold) {
            std::ranges::shuffle(parties, std::mt19937_64{kSeed});
            const auto half = parties.begin() + static_cast<std::ptrdiff_t>(parties.size() / 2);
            sell({parties.begin(), half});
            parties.erase(parties.begin(), half);
        }
        write_parties(parties);
        // A server that has run for a minute also has a snapshot.
        embedded::take_snapshot(folder_.storage());
    }

  private:
    const token::Keys& keys() const { return *ring_.keys(); }

    // Joins all guests. The first ones are admitted, the others wait.
    void enter() {
        const std::size_t wanted = options_.guests + options_.waiting;
        while (guests_.size() < wanted)
            enter_batch(std::min(kBatch, wanted - guests_.size()));
        if (!all_inside()) throw std::runtime_error{"not everybody was let in"};
    }

    void enter_batch(std::size_t count) {
        std::vector<embedded::Command> commands;
        for (std::size_t i = 0; i < count; ++i) {
            const auto visitor = token::new_visitor(time_.wall());
            guests_.push_back(
                token::guest_of(keys(), token::GuestSource::kVisitor, visitor.subject()));
            commands.push_back(waiting_room::command::Enter{event_, guests_.back(), {}, {}});
        }
        for (const auto& outcome : engine_.run(commands, true).outcomes)
            if (!std::get<waiting_room::EnterOutcome>(outcome))
                throw std::runtime_error{"a guest could not enter"};
    }

    bool all_inside() const {
        const auto& ledger = engine_.room().find(event_)->ledger();
        return ledger.find(waiting_room::Number{options_.guests}) != nullptr;
    }

    // The guest who entered first has number 1.
    static waiting_room::Number number(std::size_t guest) {
        return waiting_room::Number{static_cast<std::uint32_t>(guest + 1)};
    }

    std::string queue_token(std::size_t guest) const {
        return token::seal(keys(),
                           token::QueueToken{event_.value, guests_[guest], number(guest).value});
    }

    void write_guests() {
        const waiting_room::LineView line{*engine_.room().find(event_)};
        auto out = create(options_.guests_file);
        for (std::uint32_t i = 0; i < options_.guests; ++i) {
            const auto answer = line.answer(number(i), engine_.clock().now());
            admissions_.push_back(answer.admission);
            const token::EntryClaims claims{
                .event = options_.event,
                .guest = guests_[i],
                .admission = answer.admission.value,
                .issued_at = std::chrono::floor<std::chrono::seconds>(time_.wall()),
                .expires_at = std::chrono::floor<std::chrono::seconds>(answer.admission_deadline)};
            out << token::seal(keys(), claims) << ' ' << queue_token(i) << '\n';
        }
    }

    // Writes tokens of guests spread over the line, in an order that a cache cannot predict.
    void write_tokens() {
        if (options_.tokens_file.empty()) return;
        std::vector<std::string> lines;
        const std::uint64_t count = std::min(options_.tokens, options_.waiting);
        for (std::uint64_t i = 0; i < count; ++i)
            lines.push_back(queue_token(options_.guests + i * options_.waiting / count));
        std::ranges::shuffle(lines, std::mt19937_64{kSeed});
        auto out = create(options_.tokens_file);
        for (const std::string& line : lines)
            out << line << '\n';
    }

    // Each round sells one party to each guest.
    void sell(const std::vector<Party>& parties) {
        std::vector<sale::Buyer> buyers;
        for (std::size_t i = 0; i < admissions_.size(); ++i)
            buyers.push_back({event_, performance_key(1), guests_[i], admissions_[i]});
        for (std::size_t done = 0; done < parties.size();) {
            const std::size_t count = std::min(buyers.size(), parties.size() - done);
            sell_round(engine_, {buyers.data(), count}, {parties.data() + done, count});
            done += count;
        }
    }

    void write_parties(const std::vector<Party>& parties) {
        auto out = create(options_.parties_file);
        for (const Party& party : parties)
            out << fmt::format("{}\n", fmt::join(party, " "));
    }

    static std::ofstream create(const std::string& path) {
        std::ofstream out{path, std::ios::binary};
        out.exceptions(std::ios::failbit | std::ios::badbit);
        return out;
    }

    const Options& options_;
    embedded::DataFolder folder_;
    runtime::SystemTime time_;
    token::KeyRing ring_;
    embedded::Engine engine_;
    waiting_room::EventId event_;
    std::vector<GuestId> guests_;
    std::vector<waiting_room::AdmissionId> admissions_;
};

}  // namespace
}  // namespace onsale::bench

int main(int argc, char** argv) {
    onsale::bench::Options options;
    CLI::App app{
        "Fills a new data folder with a sale of stadiums (performances day-1, day-2, ...) and "
        "writes what its load programs need.\n"
        "Example: onsale_bench_sale --data /tmp/sale --guests 64 --guests-file /tmp/guests "
        "--parties-file /tmp/parties"};
    app.add_option("--data", options.data, "New data folder")->required();
    app.add_option("--event", options.event, "Key of the event")->capture_default_str();
    app.add_option("--guests", options.guests, "Guests who are inside")->capture_default_str();
    app.add_option("--guests-file", options.guests_file,
                   "Where their entry and queue tokens go, a guest a line")
        ->required();
    app.add_option("--waiting", options.waiting, "Guests in the line behind them");
    app.add_option("--tokens", options.tokens, "Queue tokens to write of those who wait");
    app.add_option("--tokens-file", options.tokens_file, "Where these go");
    app.add_option("--performances", options.performances, "Each with a hall of its own")
        ->capture_default_str();
    app.add_flag("--half-sold", options.half_sold, "Sell half of the first performance's parties");
    app.add_option("--parties-file", options.parties_file,
                   "Where the ids of free seats go, up to four neighbours a line")
        ->required();
    CLI11_PARSE(app, argc, argv);
    try {
        onsale::bench::FillSale{options}.run();
    } catch (const std::exception& error) {
        fmt::print(stderr, "onsale_bench_sale: {}\n", error.what());
        return 1;
    }
    return 0;
}
