// Generates load at fixed rates. Polls, joins and holds are sent whether or not earlier ones are
// answered, and latency counts from the time when a request was due. Prints one JSON object.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/epoll.h>

#include "benchmarks/paced_stream.hpp"
#include "runtime/histogram.hpp"

namespace onsale::bench {
namespace {

constexpr std::chrono::seconds kDrain{5};  // How long to wait at the end for missing answers.

struct Options {
    std::uint16_t port = 0;
    std::string event = "bench";
    double seconds = 5;
    double warm_up_seconds = 0.5;
    double poll_rate = 0;
    std::size_t poll_connections = 64;
    std::string polls_file;
    double join_rate = 0;
    // A join waits for the disk, so many are pending at a time.
    std::size_t join_connections = 1'024;
    std::string joins_file;
    std::size_t joins_skip = 0;
    std::size_t joins_max = WordList::kAll;
    double hold_rate = 0;
    std::size_t hold_connections = 1'024;
    std::string holds_file;
    bool holds_once = false;
};

// A request is `before` + one word + `after`.
struct Shape {
    std::string before;
    std::string after;
    bool again_from_start = false;  // True if words may be used more than once.
};

Shape poll_shape(const std::string& event) {
    return {"GET /api/queue/status?eventId=" + event +
                " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: onsale-bench\r\nX-Queue-Token: ",
            "\r\n\r\n", true};
}

Shape join_shape(const std::string& event) {
    const std::string body = R"({"eventId":")" + event + R"("})";
    return {
        "POST /api/queue/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: onsale-bench\r\n"
        "X-Onsale-Request: 1\r\nContent-Type: application/json\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\nCookie: onsale_v=",
        "\r\n\r\n" + body, false};
}

class Stream {
  public:
    Stream(Shape shape, WordList& words, double rate, std::uint16_t port, std::size_t connections)
        : shape_(std::move(shape)),
          words_(words),
          gap_(std::chrono::duration_cast<Clock::duration>(
              std::chrono::duration<double>{1 / rate})) {
        for (std::size_t i = 0; i < connections; ++i)
            free_.push_back(&connections_.emplace_back(port));
    }

    void watch() {
        for (std::size_t i = 0; i < connections_.size(); ++i) {
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u64 = i;
            if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_[i].socket(), &event) != 0)
                throw std::runtime_error{"epoll_ctl failed"};
        }
    }

    void start(Clock::time_point now, Clock::time_point record_from) {
        due_ = now;
        record_from_ = record_from;
    }

    // Sends or receives once. Returns false when there is nothing to do.
    bool step(bool sending) {
        if (sending && due_ <= Clock::now() && !free_.empty() && !exhausted()) {
            send();
            return true;
        }
        if (ready_.empty()) look();
        if (ready_.empty()) return false;
        const std::size_t index = ready_.back();
        ready_.pop_back();
        receive(index);
        return true;
    }

    bool exhausted() const { return !shape_.again_from_start && sent_ == words_.size(); }
    bool all_answered() const { return answered_ == sent_; }

    // Requests that were due by `end` and were not sent count as unsent.
    std::string report(Clock::time_point end, double elapsed_seconds) const {
        const auto overdue = exhausted() || end <= due_ ? 0 : (end - due_) / gap_;
        const auto us = [this](double share) {
            return static_cast<double>(latency_ns_.quantile(share)) / 1000;
        };
        return fmt::format(R"({{"answered":{},"errors":{},"unsent":{},"missing":{},"rate":{:.0f},)"
                           R"("p50_us":{:.1f},"p99_us":{:.1f},"p999_us":{:.1f},"max_us":{:.1f}}})",
                           answered_, errors_, overdue, sent_ - answered_,
                           static_cast<double>(answered_) / elapsed_seconds, us(0.5), us(0.99),
                           us(0.999), us(1));
    }

  private:
    void look() {
        constexpr std::size_t kEventsMax = 64;
        std::array<epoll_event, kEventsMax> events;
        const int count = ::epoll_wait(epoll_, events.data(), kEventsMax, 0);
        for (int i = 0; i < count; ++i)
            ready_.push_back(events[static_cast<std::size_t>(i)].data.u64);
    }

    void send() {
        request_.assign(shape_.before).append(words_[sent_ % words_.size()]).append(shape_.after);
        free_.back()->send(request_, due_);
        free_.pop_back();
        ++sent_;
        due_ += gap_;
    }

    void receive(std::size_t index) {
        Connection& connection = connections_[index];
        if (!connection.receive()) return;
        free_.push_back(&connection);
        ++answered_;
        if (!connection.succeeded() && errors_++ == 0)
            fmt::print(stderr, "first refusal: {}\n", connection.answer());
        if (connection.intended() >= record_from_)
            latency_ns_.record(
                static_cast<std::uint64_t>((Clock::now() - connection.intended()).count()));
    }

    Shape shape_;
    WordList& words_;
    Clock::duration gap_;
    std::deque<Connection> connections_;
    std::vector<Connection*> free_;
    std::vector<std::size_t> ready_;  // Connections that are readable.
    int epoll_ = ::epoll_create1(0);  // Never closed; the process owns it.
    Clock::time_point due_;
    Clock::time_point record_from_;
    std::string request_;
    runtime::Histogram latency_ns_;
    std::uint64_t sent_ = 0;
    std::uint64_t answered_ = 0;
    std::uint64_t errors_ = 0;
};

// Spins instead of sleeping, because the slack of a timer would appear as server latency. Starts
// again from the first stream after every step, so that the driver's work for a later stream does
// not count as server latency of an earlier one.
void turn(std::deque<Stream>& streams, bool sending) {
    (void)std::ranges::any_of(streams, [sending](Stream& one) { return one.step(sending); });
}

void run(const Options& options) {
    std::deque<WordList> words;
    std::deque<Stream> streams;
    std::vector<std::string> names;
    const auto add = [&](const char* name, Shape shape, double rate, std::size_t connections) {
        streams.emplace_back(std::move(shape), words.back(), rate, options.port, connections);
        names.emplace_back(name);
    };
    if (options.poll_rate > 0) {
        words.emplace_back(options.polls_file, 0, WordList::kAll);
        add("poll", poll_shape(options.event), options.poll_rate, options.poll_connections);
    }
    if (options.join_rate > 0) {
        words.emplace_back(options.joins_file, options.joins_skip, options.joins_max);
        add("join", join_shape(options.event), options.join_rate, options.join_connections);
    }
    if (options.hold_rate > 0) {
        words.emplace_back(options.holds_file, 0, WordList::kAll, WordList::Ends::kZero);
        add("hold", {{}, {}, !options.holds_once}, options.hold_rate, options.hold_connections);
    }
    for (Stream& stream : streams)
        stream.watch();

    const auto seconds = [](double count) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>{count});
    };
    const auto start = Clock::now();
    const auto end = start + seconds(options.seconds);
    for (Stream& stream : streams)
        stream.start(start, start + seconds(options.warm_up_seconds));
    const auto done = [&] {
        return std::ranges::all_of(
            streams, [](const Stream& one) { return one.exhausted() && one.all_answered(); });
    };
    while (Clock::now() < end && !done())
        turn(streams, true);
    const auto stopped = Clock::now();
    while (Clock::now() < stopped + kDrain && !std::ranges::all_of(streams, &Stream::all_answered))
        turn(streams, false);

    std::string report;
    const std::chrono::duration<double> elapsed = stopped - start;
    for (std::size_t i = 0; i < streams.size(); ++i)
        report += fmt::format(R"({}"{}":{})", i > 0 ? "," : "", names[i],
                              streams[i].report(stopped, elapsed.count()));
    fmt::print("{{{}}}\n", report);
}

}  // namespace
}  // namespace onsale::bench

int main(int argc, char** argv) {
    onsale::bench::Options options;
    CLI::App app{
        "Polls, joins and holds at fixed rates; latency counts from the instant a request was "
        "due.\n"
        "Example: onsale_bench_paced --port 8080 --poll-rate 20000 --polls tokens"};
    app.add_option("--port", options.port, "Of the server on 127.0.0.1")->required();
    app.add_option("--event", options.event, "Key of the event")->capture_default_str();
    app.add_option("--seconds", options.seconds, "How long")->capture_default_str();
    app.add_option("--warm-up", options.warm_up_seconds, "Seconds that count for no latency")
        ->capture_default_str();
    app.add_option("--poll-rate", options.poll_rate, "Polls a second");
    app.add_option("--poll-connections", options.poll_connections, "That polls share")
        ->capture_default_str();
    app.add_option("--polls", options.polls_file, "Queue tokens, one a line");
    app.add_option("--join-rate", options.join_rate, "Joins a second");
    app.add_option("--join-connections", options.join_connections, "That joins share")
        ->capture_default_str();
    app.add_option("--joins", options.joins_file, "Visitor cookies, one a line, each used once");
    app.add_option("--joins-skip", options.joins_skip, "Cookies used by earlier runs");
    app.add_option("--joins-max", options.joins_max, "End after so many joins");
    app.add_option("--hold-rate", options.hold_rate, "Holds a second");
    app.add_option("--hold-connections", options.hold_connections, "That holds share")
        ->capture_default_str();
    app.add_option("--holds", options.holds_file, "Whole requests, each with a zero byte behind");
    app.add_flag("--holds-once", options.holds_once, "End after the last of them");
    CLI11_PARSE(app, argc, argv);
    try {
        onsale::bench::run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "onsale_bench_paced: {}\n", error.what());
        return 1;
    }
    return 0;
}
