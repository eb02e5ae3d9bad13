#include "adapter/server/operate/gather_numbers.hpp"

#include "runtime/answer_on.hpp"

namespace onsale::server {

using boost::asio::awaitable;

namespace {

// Asks one loop after the other. Each adds its own numbers on its own thread.
template <class Sum>
awaitable<std::shared_ptr<Sum>> gather(ServingLoop& home, std::vector<ServingLoop*> loops,
                                       void (*add)(ServingLoop&, Sum&)) {
    const auto sum = std::make_shared<Sum>();
    for (ServingLoop* const loop : loops)
        (void)co_await runtime::answer_on<bool>(home.io(), [&](auto done) {
            loop->post([sum, add, done](ServingLoop& self) {
                add(self, *sum);
                done(true);
            });
        });
    co_return sum;
}

}  // namespace

awaitable<std::shared_ptr<http::ProcessNumbers>> gather_numbers(ServingLoop& home,
                                                                std::vector<ServingLoop*> loops) {
    return gather<http::ProcessNumbers>(home, std::move(loops),
                                        [](ServingLoop& loop, http::ProcessNumbers& sum) {
                                            sum.loops.merge(loop.metrics());
                                            loop.ports().count(sum);
                                        });
}

awaitable<std::shared_ptr<http::LoopTotals>> gather_totals(ServingLoop& home,
                                                           std::vector<ServingLoop*> loops) {
    return gather<http::LoopTotals>(home, std::move(loops),
                                    [](ServingLoop& loop, http::LoopTotals& sum) {
                                        sum.merge(http::totals_of(loop.metrics()));
                                    });
}

}  // namespace onsale::server
