#include "adapter/server/operate/node_metrics.hpp"

#include <utility>

#include "adapter/http/api/measure/metrics_report.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "adapter/server/operate/gather_numbers.hpp"

namespace onsale::server {

boost::asio::awaitable<std::string> node_metrics(NodeMetrics sources) {
    ServingLoop& home = sources.home;
    const auto numbers = co_await gather_numbers(home, std::move(sources.loops));
    numbers->clock_ahead = sources.clock_ahead;
    if (sources.scheduler != nullptr) co_await sources.scheduler->count(home.io(), *numbers);
    const http::LoopContext& context = home.context();
    http::MetricsText text;
    http::report(text, numbers->loops);
    http::report_redis(text, *numbers);
    http::report(text, context.view, context.clock.now());
    co_return text.take();
}

}  // namespace onsale::server
