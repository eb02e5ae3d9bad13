#include "adapter/redis/store/store_server.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/client/blocking_reader.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::string_view kRequestsAtOnce = "256";
// Delay after a failure, or with too many requests in progress.
constexpr std::chrono::milliseconds kRest{50};

std::string seconds_text(std::chrono::milliseconds time) {
    return std::to_string(std::chrono::duration<double>(time).count());
}

}  // namespace

class StoreServer::Inside : public std::enable_shared_from_this<Inside> {
  public:
    Inside(const Client& client, CodeVerifier& verifier, StoreServerConfig config)
        : caller_(client.caller()),
          verifier_(verifier),
          config_(config),
          reader_(std::make_unique<BlockingReader>(client)),
          rest_(caller_.context->loop) {}

    void start() { spawn(run(shared_from_this())); }

    void close() {
        closed_ = true;
        reader_.reset();
        rest_.cancel();
        // Nodes need not wait until the key expires.
        spawn(call_once(shared_from_this(), {"DEL", {kStoreOpenKey}}));
    }

  private:
    using Self = std::shared_ptr<Inside>;

    void spawn(awaitable<void> work) {
        asio::co_spawn(caller_.context->loop, std::move(work), [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
    }

    awaitable<bool> call(Pipeline pipeline) {
        const auto answers = co_await run_call(caller_, slot_of(kStoreRequestsKey),
                                               std::move(pipeline), Clock::now() + config_.timeout);
        if (!answers) ++caller_.context->counters["store_desk_failures_total"];
        co_return answers.has_value();
    }

    static awaitable<void> call_once(Self self, Command command) {
        Pipeline pipeline;
        pipeline.commands.push_back(std::move(command));
        (void)co_await self->call(std::move(pipeline));
    }

    static awaitable<void> run(Self self) {
        while (!self->closed_) {
            co_await self->beat();
            const bool full = self->under_way_ >= self->config_.under_way_max;
            if (self->closed_ || (!full && co_await self->take_up())) continue;
            self->rest_.expires_after(kRest);
            (void)co_await self->rest_.async_wait(asio::as_tuple(asio::use_awaitable));
        }
    }

    // Renews the key that marks the store as open. The loop that takes requests does this itself,
    // so the key exists only while requests are taken.
    awaitable<void> beat() {
        if (Clock::now() < beat_at_) co_return;
        Pipeline pipeline;
        pipeline.commands.push_back(
            {"SET", {kStoreOpenKey, "1", "PX", std::to_string(config_.open.count())}});
        if (co_await call(std::move(pipeline))) beat_at_ = Clock::now() + config_.beat;
    }

    std::chrono::milliseconds until_beat() const {
        return std::max(kRest,
                        std::chrono::ceil<std::chrono::milliseconds>(beat_at_ - Clock::now()));
    }

    awaitable<bool> take_up() {
        const Command pop{
            "BLMPOP",
            {seconds_text(until_beat()), "1", kStoreRequestsKey, "LEFT", "COUNT", kRequestsAtOnce}};
        const auto popped = co_await reader_->call(slot_of(kStoreRequestsKey), pop,
                                                   Clock::now() + config_.beat + config_.timeout);
        if (closed_) co_return true;
        if (!popped || popped->is_error()) {
            ++caller_.context->counters["store_desk_failures_total"];
            co_return false;
        }
        if (popped->items.size() != 2) co_return true;  // Timed out without a request.
        for (const Reply& one : popped->items[1].items) {
            if (auto request = read_store_request(one.text))
                spawn(answer(shared_from_this(), *std::move(request)));
            else
                ++caller_.context->counters["store_desk_unreadable"];
        }
        co_return true;
    }

    static awaitable<void> answer(Self self, StoreRequest request) {
        ++self->under_way_;
        StoreAnswer answer{request.id, false};
        if (auto* const enter = std::get_if<waiting_room::command::Enter>(&request.what))
            answer.what = co_await self->verifier_.prove(std::move(*enter));
        if (auto* const check = std::get_if<waiting_room::command::CheckEligibility>(&request.what))
            answer.what = co_await self->verifier_.check(std::move(*check));
        if (const auto* const bar = std::get_if<BarGuest>(&request.what))
            answer.what = co_await self->verifier_.bar(bar->event, bar->guest);
        --self->under_way_;
        const std::string key = store_answers_key(request.node);
        Pipeline pipeline;
        pipeline.commands.push_back({"RPUSH", {key, to_bytes(answer)}});
        pipeline.commands.push_back(
            {"PEXPIRE", {key, std::to_string(self->config_.answer.count())}});
        if (co_await self->call(std::move(pipeline)))
            ++self->caller_.context->counters["store_desk_answered_total"];
    }

    Caller caller_;
    CodeVerifier& verifier_;
    StoreServerConfig config_;
    std::unique_ptr<BlockingReader> reader_;
    asio::steady_timer rest_;
    std::size_t under_way_ = 0;
    Deadline beat_at_{};
    bool closed_ = false;
};

StoreServer::StoreServer(const Client& client, CodeVerifier& verifier, StoreServerConfig config)
    : inside_(std::make_shared<Inside>(client, verifier, config)) {
    inside_->start();
}

StoreServer::~StoreServer() {
    inside_->close();
}

}  // namespace onsale::redis
