// Runs the suite of the port Orders on PostgreSQL. Lines and holds are in an engine.
#include <future>

#include <boost/asio/steady_timer.hpp>

#include "adapter/embedded/port/ports.hpp"
#include "tests/contract/line_adapter.hpp"
#include "tests/contract/postgres_orders/held_elsewhere.hpp"
#include "tests/contract/temporary_folder.hpp"
#include "tests/postgres/order/order_process.hpp"
#include "tests/support/test_engine.hpp"

namespace onsale::contract {
namespace {

postgres::Config emptied(const postgres::OrderDatabase& database) {
    database.empty();
    return database.config();
}

// What the events' log of the database has. Places and admissions are not in it.
bool is_of_event(const sale::Fact& fact) {
    if (const auto* const line = std::get_if<waiting_room::Fact>(&fact)) {
        using namespace waiting_room::fact;
        return std::holds_alternative<EventCreated>(line->body) ||
               std::holds_alternative<EventEdited>(line->body) ||
               std::holds_alternative<LifecycleChanged>(line->body) ||
               std::holds_alternative<DeadlinesFrozen>(line->body) ||
               std::holds_alternative<DeadlinesMoved>(line->body);
    }
    if (const auto* const order = std::get_if<payment::Fact>(&fact))
        return std::holds_alternative<payment::fact::TermsSet>(order->body);
    return !std::holds_alternative<sale::fact::HallChanged>(fact) &&
           !std::holds_alternative<sale::fact::BookingMade>(fact);
}

class Postgres : public SaleAdapter {
  public:
    Postgres()
        : engine_({folder_.path(), ""}, time_, [] { return sha256("entropy"); }),
          view_(engine_.room()),
          writer_(engine_, {}),
          port_(loop_, writer_,
                writer_.subscribe(loop_, [this](const auto& publication) { see(publication); })) {
        writer_.start();
        look_for_deadlines();
    }
    ~Postgres() override {
        timer_.cancel();
        writer_.stop();
    }

    boost::asio::io_context& loop() override { return loop_; }
    waiting_room::WaitingLines& lines() override { return lines_; }
    waiting_room::EventOffice& office() override { return office_; }
    const waiting_room::RoomView& view() override { return view_; }
    sale::SeatHolds& holds() override { return holds_; }
    sale::Orders& orders() override { return orders_; }
    sale::SaleOffice& sale_office() override { return sale_office_; }
    const sale::SaleView& sale_view() override { return sale_view_; }
    void pass(waiting_room::EventId, Duration by) override {
        std::promise<void> passed;
        writer_.run_between_batches([&](embedded::Engine&) {
            time_.advance(by);
            passed.set_value();
        });
        passed.get_future().wait();
    }

  private:
    void see(const auto& publication) {
        test::apply_to(view_, publication.facts, publication.stamp.now);
        sale::Facts of_events;
        for (const sale::Fact& fact : publication.facts) {
            sale_view_.apply(fact);
            if (is_of_event(fact)) of_events.push_back(fact);
        }
        process_.learn(of_events, publication.stamp.now);
    }
    // As a payment process does, but more often.
    void look_for_deadlines() {
        timer_.expires_after(std::chrono::milliseconds{20});
        timer_.async_wait([this](const boost::system::error_code& cancelled) {
            if (cancelled) return;
            boost::asio::co_spawn(
                loop_, process_.due().run(),
                [this](const std::exception_ptr&, const auto&) { look_for_deadlines(); });
        });
    }

    TemporaryFolder folder_;
    test::ManualTime time_{instant_from_ms(1'800'000'000'000)};
    boost::asio::io_context loop_{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
        loop_.get_executor()};
    boost::asio::steady_timer timer_{loop_};
    postgres::OrderProcess process_{loop_, time_, 1, emptied(postgres::OrderDatabase::shared())};
    embedded::Engine engine_;
    waiting_room::RoomView view_;
    sale::SaleView sale_view_;
    embedded::Writer writer_;
    embedded::WriterPort port_;
    embedded::WaitingLines lines_{port_};
    embedded::EventOffice office_{port_};
    embedded::SeatHolds holds_{port_};
    embedded::Orders held_orders_{port_};
    embedded::SaleOffice sale_office_{port_};
    HeldElsewhere orders_{process_.orders(), held_orders_, sale_view_};
};

}  // namespace

const std::vector<AdapterKind>& line_adapters() {
    static const std::vector<AdapterKind> kAdapters = {
        {"postgres", [] { return std::make_unique<Postgres>(); }},
    };
    return kAdapters;
}

const std::vector<AdapterKind>& sale_adapters() {
    return line_adapters();
}

}  // namespace onsale::contract
