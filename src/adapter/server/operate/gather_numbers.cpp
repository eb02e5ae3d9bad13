#include "adapter/server/operate/gather_numbers.hpp"

#include "adapter/http/api/measure/metrics_report.hpp"
#include "runtime/answer_on.hpp"

namespace onsale::server {

boost::asio::awaitable<std::shared_ptr<const LoopNumbers>> gather_numbers(
    ServingLoop& home, std::vector<ServingLoop*> loops) {
    using Counted = std::shared_ptr<LoopNumbers>;
    const auto sum = std::make_shared<LoopNumbers>();
    for (ServingLoop* const loop : loops) {
        const Counted one = co_await runtime::answer_on<Counted>(home.io(), [loop](auto done) {
            loop->post([done](ServingLoop& self) {
                auto counted = std::make_shared<LoopNumbers>(self.metrics(), self.counters(),
                                                             http::RedisNumbers{});
                self.ports().count(counted->redis);
                done(std::move(counted));
            });
        });
        sum->metrics.merge(one->metrics);
        http::add(sum->counters, one->counters);
        http::add(sum->redis, one->redis);
    }
    co_return sum;
}

}  // namespace onsale::server
