// Buys seats with the statements of the PostgreSQL store, without any rule: request (R), confirm
// (C) and record (P), each committed. Purchases that wait for the same step are one batch and one
// commit. Prints one JSON object.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <libpq-fe.h>
#include <poll.h>

#include "batch_writer.hpp"
#include "statements.hpp"

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "store_spike: %s\n", why.c_str());
    std::exit(1);
}

// One connection, which has at most one batch under way.
class Session {
  public:
    Session(const Options& options, const Writer& writer)
        : writer_(writer), connection_(PQconnectdb(options.server.c_str())) {
        if (PQstatus(connection_) != CONNECTION_OK) stop(PQerrorMessage(connection_));
        for (const Statement& one : kStatements) {
            const std::unique_ptr<PGresult, decltype(&PQclear)> made{
                PQprepare(connection_, one.name, one.sql, 0, nullptr), &PQclear};
            if (PQresultStatus(made.get()) != PGRES_COMMAND_OK) stop(PQerrorMessage(connection_));
        }
        PQsetnonblocking(connection_, 1);
        if (PQenterPipelineMode(connection_) != 1) stop(PQerrorMessage(connection_));
    }
    ~Session() { PQfinish(connection_); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    bool idle() const { return batch_.empty(); }
    std::int64_t first_id() const { return first_id_; }
    pollfd wanted() const {
        return {PQsocket(connection_), static_cast<short>(unsent_ ? POLLIN | POLLOUT : POLLIN), 0};
    }

    void take_ids() {
        send("ids", {});
        sync();
        batch_.push_back(nullptr);
        while (!receive()) {
            pollfd one = wanted();
            ::poll(&one, 1, -1);
        }
        batch_.clear();
    }

    void begin(Batch batch) {
        batch_ = std::move(batch);
        deciding_ = false;
        switch (batch_.front()->step) {
            case kRequest:
                read();
                break;
            case kConfirm:
                send("confirm", writer_.changes(batch_));
                break;
            case kRecord:
                send("record", writer_.payments(batch_));
                break;
            case kSteps:
                stop("no step");
        }
        sync();
    }

    // Returns true when the batch is committed.
    bool receive() {
        if (PQconsumeInput(connection_) != 1) stop(PQerrorMessage(connection_));
        flush();
        while (!PQisBusy(connection_)) {
            const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQgetResult(connection_),
                                                                       &PQclear};
            if (!result) continue;  // The end of one statement's results.
            const ExecStatusType status = PQresultStatus(result.get());
            if (status == PGRES_PIPELINE_SYNC) return synced();
            check(result.get(), status);
        }
        return false;
    }

    Batch take() { return std::exchange(batch_, {}); }

  private:
    // Reads what the rules of a request need. Guests are locked in a fixed order, so that two
    // batches cannot deadlock.
    void read() {
        std::ranges::sort(batch_, {}, [](const Purchase* one) { return one->guest; });
        send("begin", {});
        send("lock_guests", writer_.guest_locks(batch_));
        send("events", {});
        send("open_orders", writer_.guests(batch_));
        send("bought", writer_.guests(batch_));
        send("calls", writer_.calls(batch_));
        send("turns", writer_.seats_read(batch_));
        deciding_ = true;
    }
    void write() {
        std::ranges::sort(batch_, {}, &Purchase::id);
        send("open", writer_.orders(batch_));
        send("claim", writer_.claims(batch_));
        if (writer_.tells_request()) send("tell", writer_.created(batch_));
        send("commit", {});
        sync();
        deciding_ = false;
    }
    bool synced() {
        if (!deciding_) return true;
        write();
        return false;
    }

    void check(PGresult* result, ExecStatusType status) {
        if (status == PGRES_COMMAND_OK) return;
        if (status != PGRES_TUPLES_OK) stop(PQresultErrorMessage(result));
        if (PQnfields(result) == 0) return;
        const std::string_view column = PQfname(result, 0);
        if (column == "first_id") first_id_ = std::strtoll(PQgetvalue(result, 0, 0), nullptr, 10);
        if (column == "done" &&
            std::strtoull(PQgetvalue(result, 0, 0), nullptr, 10) != batch_.size())
            stop("somebody else has changed an order of the batch");
    }

    void send(const char* name, const Arrays& arrays) {
        std::vector<const char*> values;
        std::vector<int> sizes;
        for (const Array& array : arrays) {
            values.push_back(array.data());
            sizes.push_back(static_cast<int>(array.size()));
        }
        const std::vector<int> binary(arrays.size(), 1);
        if (PQsendQueryPrepared(connection_, name, static_cast<int>(arrays.size()), values.data(),
                                sizes.data(), binary.data(), 0) != 1)
            stop(PQerrorMessage(connection_));
    }
    void sync() {
        if (PQpipelineSync(connection_) != 1) stop(PQerrorMessage(connection_));
        flush();
    }
    void flush() { unsent_ = PQflush(connection_) == 1; }

    const Writer& writer_;
    PGconn* connection_;
    Batch batch_;
    bool deciding_ = false;
    bool unsent_ = false;
    std::int64_t first_id_ = 0;
};

class Shop {
  public:
    explicit Shop(const Options& options) : options_(options), writer_(options) {
        for (std::size_t i = 0; i < options.connections; ++i)
            sessions_.push_back(std::make_unique<Session>(options, writer_));
        sessions_.front()->take_ids();
        next_id_ = sessions_.front()->first_id();
        purchases_.resize(options.in_flight);
    }

    void run() {
        const auto start = Clock::now();
        const auto end = start + std::chrono::duration<double>{options_.seconds};
        for (Purchase& one : purchases_)
            begin(one);
        auto now = start;
        for (std::size_t in_time = 0; under_way_ > 0; now = Clock::now()) {
            give_out();
            wait();
            const bool goes_on = Clock::now() < end;
            if (goes_on) in_time = bought_;
            if (!goes_on && seconds_ == 0) {
                in_time_ = in_time;
                seconds_ = std::chrono::duration<double>{Clock::now() - start}.count();
            }
            goes_on_ = goes_on;
        }
    }

    void print() {
        std::ranges::sort(latencies_);
        const auto at = [&](double share) {
            return latencies_[static_cast<std::size_t>(
                       share * static_cast<double>(latencies_.size() - 1))] *
                   1e3;
        };
        std::printf(R"({"purchases":%zu,"seconds":%.6f,"bought":%zu,"commits":%zu,)"
                    R"("p50_ms":%.2f,"p99_ms":%.2f})"
                    "\n",
                    in_time_, seconds_, bought_, commits_, at(0.5), at(0.99));
    }

  private:
    void begin(Purchase& one) {
        one = {};
        one.id = next_id_++;
        one.code = static_cast<std::int64_t>(mix(static_cast<std::uint64_t>(one.id)));
        const std::array<std::uint64_t, 2> guest = {
            mix(static_cast<std::uint64_t>(one.id % kGuests) + 1), mix(7)};
        std::copy_n(reinterpret_cast<const std::uint8_t*>(guest.data()), one.guest.size(),
                    one.guest.begin());
        one.since = Clock::now();
        waiting_.push_back(&one);
        ++under_way_;
    }

    // A batch is of one step: the step of the purchase that has waited longest.
    void give_out() {
        for (const auto& session : sessions_) {
            if (!session->idle()) continue;
            if (waiting_.empty()) return;
            const Step step = waiting_.front()->step;
            Batch batch;
            std::erase_if(waiting_, [&](Purchase* one) {
                const bool fits = one->step == step && batch.size() < options_.batch;
                if (fits) batch.push_back(one);
                return fits;
            });
            std::ranges::sort(batch, {}, &Purchase::id);
            session->begin(std::move(batch));
        }
    }

    void wait() {
        std::vector<pollfd> all;
        for (const auto& session : sessions_)
            all.push_back(session->wanted());
        constexpr int kStuckMs = 30'000;
        if (::poll(all.data(), all.size(), kStuckMs) <= 0) stop("PostgreSQL has stopped answering");
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].revents != 0 && !sessions_[i]->idle() && sessions_[i]->receive())
                finish(sessions_[i]->take());
    }

    void finish(const Batch& batch) {
        ++commits_;
        for (Purchase* one : batch) {
            ++one->facts;
            if (one->step != kRecord) {
                one->step = static_cast<Step>(one->step + 1);
                waiting_.push_back(one);
                continue;
            }
            ++bought_;
            --under_way_;
            latencies_.push_back(std::chrono::duration<double>{Clock::now() - one->since}.count());
            if (goes_on_) begin(*one);
        }
    }

    const Options& options_;
    Writer writer_;
    std::vector<std::unique_ptr<Session>> sessions_;
    std::vector<Purchase> purchases_;
    std::deque<Purchase*> waiting_;
    std::vector<double> latencies_;
    std::int64_t next_id_ = 0;
    std::size_t under_way_ = 0;
    std::size_t bought_ = 0;
    std::size_t in_time_ = 0;
    std::size_t commits_ = 0;
    double seconds_ = 0;
    bool goes_on_ = true;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 9) stop("SERVER BATCH CONNECTIONS IN_FLIGHT SEATS MESSAGES BODY SECONDS");
    const auto number = [&](int i) { return static_cast<std::size_t>(std::atoll(argv[i])); };
    const Options options{argv[1],   number(2), number(3), number(4),
                          number(5), number(6), number(7), std::atof(argv[8])};
    Shop shop{options};
    shop.run();
    shop.print();
    return 0;
}
