// Runs whole purchases over HTTP. Every connection holds a seat, orders it and confirms the
// payment, which Demo Pay approves at once, and then begins the next purchase. Prints one JSON
// object.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/epoll.h>

#include "benchmarks/paced_stream.hpp"

namespace onsale::bench {
namespace {

struct Options {
    std::uint16_t port = 0;
    std::string event = "bench";
    std::string performance = "day-1";
    std::string guests_file;
    std::string seats_file;
    std::size_t seats_skip = 0;
    std::size_t connections = 64;
    double seconds = 5;
};

struct Guest {
    std::string entry_token;
    std::string queue_token;
};

std::vector<Guest> read_guests(const std::string& path) {
    std::vector<Guest> guests;
    std::ifstream in{path};
    for (Guest guest; in >> guest.entry_token >> guest.queue_token;)
        guests.push_back(guest);
    if (guests.empty()) throw std::runtime_error{"no guests in " + path};
    return guests;
}

// Returns the text between `name` and the next character of `ends` in one of our answers.
std::string_view value_after(std::string_view text, std::string_view name, std::string_view ends) {
    const std::size_t at = text.find(name);
    if (at == text.npos) throw std::runtime_error{"an answer without " + std::string{name}};
    text.remove_prefix(at + name.size());
    return text.substr(0, text.find_first_of(ends));
}

std::string post(std::string_view path, const Guest& guest, std::string_view body) {
    return fmt::format(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: onsale-bench\r\nX-Onsale-Request: 1\r\n"
        "X-Queue-Entry-Token: {}\r\nX-Queue-Token: {}\r\nContent-Type: application/json\r\n"
        "Content-Length: {}\r\n\r\n{}",
        path, guest.entry_token, guest.queue_token, body.size(), body);
}

// One connection and its current purchase.
class Purchase {
  public:
    explicit Purchase(const Options& options)
        : connection_(options.port),
          names_(fmt::format(R"("eventId":"{}","performanceId":"{}")", options.event,
                             options.performance)) {}

    int socket() const { return connection_.socket(); }

    void begin(const Guest& guest, std::string_view seat) {
        guest_ = &guest;
        step_ = Step::kHold;
        send("/api/booking/seats/select", fmt::format(R"({{{},"seatIds":["{}"]}})", names_, seat));
    }

    // Returns true when the booking has been received.
    bool receive() {
        if (!connection_.receive()) return false;
        const std::string& answer = connection_.answer();
        if (!answer.starts_with("HTTP/1.1 200 ")) throw std::runtime_error{"refused: " + answer};
        return next(answer);
    }

  private:
    enum class Step { kHold, kOrder, kConfirm };

    bool next(const std::string& answer) {
        switch (step_) {
            case Step::kHold:
                step_ = Step::kOrder;
                send("/api/payment/request", fmt::format("{{{}}}", names_));
                return false;
            case Step::kOrder:
                step_ = Step::kConfirm;
                send("/api/payment/confirm", confirmation(answer));
                return false;
            case Step::kConfirm:
                if (answer.find(R"("bookingNumber":")") == answer.npos)
                    throw std::runtime_error{"paid without a booking: " + answer};
                return true;
        }
        return false;
    }

    // Builds the confirmation from the return URL in the order.
    static std::string confirmation(const std::string& order) {
        return fmt::format(R"({{"orderId":"{}","paymentKey":"{}","amount":{},"currency":"KRW"}})",
                           value_after(order, R"("orderId":")", "\""),
                           value_after(order, "paymentKey=", "&\\"),
                           value_after(order, "amount=", "&\\"));
    }

    void send(std::string_view path, std::string_view body) {
        connection_.send(post(path, *guest_, body), {});
    }

    Connection connection_;
    std::string names_;
    const Guest* guest_ = nullptr;
    Step step_ = Step::kHold;
};

class Shoppers {
  public:
    explicit Shoppers(const Options& options)
        : guests_(read_guests(options.guests_file)),
          seats_(options.seats_file, options.seats_skip, WordList::kAll) {
        if (guests_.size() < options.connections)
            throw std::runtime_error{"fewer guests than connections"};
        for (std::size_t i = 0; i < options.connections; ++i)
            watch(i, purchases_.emplace_back(options));
    }

    // Returns the seconds during which purchases were begun. Pending purchases are completed first.
    double run(double seconds) {
        const auto start = Clock::now();
        const auto end = start + std::chrono::duration<double>{seconds};
        for (std::size_t i = 0; i < purchases_.size(); ++i)
            begin(i);
        auto stopped = start;
        while (under_way_ > 0) {
            look();
            const auto now = Clock::now();
            const bool goes_on = now < end && begun_ < seats_.size();
            if (goes_on || stopped == start) stopped = now, in_time_ = finished_;
            begin_again(goes_on);
        }
        return std::chrono::duration<double>{stopped - start}.count();
    }

    std::size_t in_time() const { return in_time_; }
    std::size_t finished() const { return finished_; }

  private:
    void watch(std::size_t index, const Purchase& purchase) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = index;
        if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, purchase.socket(), &event) != 0)
            throw std::runtime_error{"epoll_ctl failed"};
    }

    // A connection rotates through its own guests, so a guest is never in two purchases at a time.
    void begin(std::size_t connection) {
        if (begun_ == seats_.size()) return;
        const std::size_t sets = guests_.size() / purchases_.size();
        const std::size_t guest =
            connection + begun_ / purchases_.size() % sets * purchases_.size();
        purchases_[connection].begin(guests_[guest], seats_[begun_]);
        ++begun_;
        ++under_way_;
    }

    void look() {
        constexpr int kEventsMax = 64;
        constexpr int kStuckMs = 10'000;
        std::array<epoll_event, kEventsMax> events;
        const int count = ::epoll_wait(epoll_, events.data(), kEventsMax, kStuckMs);
        if (count <= 0) throw std::runtime_error{"the server has stopped answering"};
        for (int i = 0; i < count; ++i) {
            const std::size_t index = events[static_cast<std::size_t>(i)].data.u64;
            if (!purchases_[index].receive()) continue;
            ++finished_;
            --under_way_;
            idle_.push_back(index);
        }
    }

    void begin_again(bool goes_on) {
        for (const std::size_t index : idle_)
            if (goes_on) begin(index);
        idle_.clear();
    }

    std::vector<Guest> guests_;
    WordList seats_;
    std::deque<Purchase> purchases_;
    std::vector<std::size_t> idle_;   // Connections whose purchase has just finished.
    int epoll_ = ::epoll_create1(0);  // Never closed; the process owns it.
    std::size_t begun_ = 0;
    std::size_t under_way_ = 0;
    std::size_t finished_ = 0;
    std::size_t in_time_ = 0;
};

void run(const Options& options) {
    Shoppers shoppers{options};
    const double seconds = shoppers.run(options.seconds);
    fmt::print(R"({{"purchases":{},"seconds":{:.6f},"bookings":{}}})"
               "\n",
               shoppers.in_time(), seconds, shoppers.finished());
}

}  // namespace
}  // namespace onsale::bench

int main(int argc, char** argv) {
    onsale::bench::Options options;
    CLI::App app{
        "Buys seat after seat, each connection one at a time. `bookings` counts also what was "
        "finished after the time was over.\n"
        "Example: onsale_bench_purchase --port 8080 --guests guests --seats seats"};
    app.add_option("--port", options.port, "Of the server on 127.0.0.1")->required();
    app.add_option("--event", options.event, "Key of the event")->capture_default_str();
    app.add_option("--performance", options.performance, "Its id")->capture_default_str();
    app.add_option("--guests", options.guests_file, "Entry and queue tokens, a guest a line")
        ->required();
    app.add_option("--seats", options.seats_file, "Free seats, one a line, each sold once")
        ->required();
    app.add_option("--seats-skip", options.seats_skip, "Seats sold by earlier runs");
    app.add_option("--connections", options.connections, "Purchases at a time")
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "How long")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        onsale::bench::run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "onsale_bench_purchase: {}\n", error.what());
        return 1;
    }
    return 0;
}
