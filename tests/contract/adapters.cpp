// The adapters that the suites run on.
#include <future>

#include "adapter/embedded/port/ports.hpp"
#include "tests/contract/line_adapter.hpp"
#include "tests/contract/redis_adapter.hpp"
#include "tests/contract/temporary_folder.hpp"
#include "tests/support/manual_time.hpp"
#include "tests/support/test_engine.hpp"

namespace onsale::contract {
namespace {

// A real writer thread on a real folder. Its clock advances only by pass().
class Embedded : public SaleAdapter {
  public:
    Embedded()
        : engine_({folder_.path(), ""}, time_, [] { return sha256("entropy"); }),
          view_(engine_.room()),
          writer_(engine_, {}),
          port_(loop_, writer_,
                writer_.subscribe(loop_,
                                  [this](const auto& publication) {
                                      test::apply_to(view_, publication.facts,
                                                     publication.stamp.now);
                                      for (const sale::Fact& fact : publication.facts)
                                          sale_view_.apply(fact);
                                  })),
          lines_(port_),
          office_(port_),
          holds_(port_),
          orders_(port_),
          sale_office_(port_) {
        writer_.start();
    }
    ~Embedded() override { writer_.stop(); }

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
    TemporaryFolder folder_;
    test::ManualTime time_{instant_from_ms(1'800'000'000'000)};
    boost::asio::io_context loop_{1};
    // Keeps run_one_for() waiting for posts from the writer while the loop has no other work.
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
        loop_.get_executor()};
    embedded::Engine engine_;
    waiting_room::RoomView view_;
    sale::SaleView sale_view_;
    embedded::Writer writer_;
    embedded::WriterPort port_;
    embedded::WaitingLines lines_;
    embedded::EventOffice office_;
    embedded::SeatHolds holds_;
    embedded::Orders orders_;
    embedded::SaleOffice sale_office_;
};

}  // namespace

const std::vector<AdapterKind>& line_adapters() {
    static const std::vector<AdapterKind> kAdapters = {
        {"embedded", [] { return std::make_unique<Embedded>(); }},
        {"redis", make_redis_adapter},
    };
    return kAdapters;
}

const std::vector<AdapterKind>& sale_adapters() {
    return line_adapters();
}

}  // namespace onsale::contract
