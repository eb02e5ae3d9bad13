#include "adapter/server/operate/gather_numbers.hpp"

#include "runtime/answer_on.hpp"

namespace onsale::server {

using boost::asio::awaitable;

namespace {

// Runs `work` on the loop and resumes on `home`.
awaitable<void> run_on(ServingLoop& loop, ServingLoop& home,
                       std::function<void(ServingLoop&)> work) {
    (void)co_await runtime::answer_on<bool>(home.io(), [&](auto done) {
        loop.post([work = std::move(work), done](ServingLoop& self) {
            work(self);
            done(true);
        });
    });
}

}  // namespace

awaitable<std::shared_ptr<http::ProcessNumbers>> gather_numbers(ServingLoop& home,
                                                                std::vector<ServingLoop*> loops) {
    const auto sum = std::make_shared<http::ProcessNumbers>();
    for (ServingLoop* const loop : loops)
        co_await run_on(*loop, home, [sum](ServingLoop& self) {
            sum->loops.merge(self.metrics());
            self.ports().count(*sum);
        });
    co_return sum;
}

awaitable<std::shared_ptr<http::LoopTotals>> gather_totals(ServingLoop& home,
                                                           std::vector<ServingLoop*> loops) {
    const auto sum = std::make_shared<http::LoopTotals>();
    for (ServingLoop* const loop : loops)
        co_await run_on(*loop, home,
                        [sum](ServingLoop& self) { sum->merge(http::totals_of(self.metrics())); });
    co_return sum;
}

}  // namespace onsale::server
