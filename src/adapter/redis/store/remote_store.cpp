#include "adapter/redis/store/remote_store.hpp"

#include <map>
#include <optional>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/call/line_words.hpp"
#include "adapter/redis/client/blocking_reader.hpp"
#include "adapter/redis/protocol/script.hpp"
#include "adapter/redis/script/scripts.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using waiting_room::EligibilityOutcome;
using waiting_room::EnterError;

namespace {

constexpr std::chrono::milliseconds kRest{50};  // Delay after a failed read.

const Script& ask_script() {
    static const Script kScript{"desk_ask", script_text("desk_ask").text()};
    return kScript;
}

}  // namespace

// Shared with the waiting callers, which may be resumed after the RemoteStore is destroyed.
class RemoteStore::Inside : public std::enable_shared_from_this<Inside> {
  public:
    Inside(const Client& client, RemoteStoreConfig config)
        : caller_(client.caller()),
          config_(std::move(config)),
          reader_(std::make_unique<BlockingReader>(client)),
          rest_(caller_.context->loop) {}

    void close() {
        closed_ = true;
        reader_.reset();
        rest_.cancel();
        for (const auto& [id, waiting] : waiting_)
            waiting->until.cancel();
    }

    // Returns the answer of the given type, kUnavailable or kOutcomeUnknown.
    template <class Answer>
    awaitable<Result<Answer, EnterError>> ask(decltype(StoreRequest::what) what) {
        const auto self = shared_from_this();
        if (closed_ || waiting_.size() >= config_.waiting_max)
            co_return fail(EnterError::kUnavailable);
        const Deadline deadline = Clock::now() + config_.timeout;
        const std::uint64_t id = ++last_id_;
        const auto waiting = std::make_shared<Waiting>(caller_.context->loop, deadline);
        waiting_.emplace(id, waiting);
        const auto refused = co_await send({config_.node, id, std::move(what)}, deadline);
        if (!refused) co_await wait(*waiting);
        waiting_.erase(id);
        if (refused) co_return fail(*refused);
        auto* const answer =
            waiting->answer ? std::get_if<Answer>(&waiting->answer->what) : nullptr;
        if (answer == nullptr) co_return fail(EnterError::kOutcomeUnknown);
        co_return std::move(*answer);
    }

  private:
    struct Waiting {
        Waiting(asio::io_context& loop, Deadline deadline) : until(loop, deadline) {}
        asio::steady_timer until;
        std::optional<StoreAnswer> answer;
    };

    awaitable<std::optional<EnterError>> send(StoreRequest request, Deadline deadline) {
        const std::vector<std::string> keys{std::string{kStoreRequestsKey},
                                            std::string{kStoreOpenKey}};
        const std::vector<std::string> arguments{to_bytes(request),
                                                 std::to_string(config_.timeout.count())};
        Pipeline pipeline;
        pipeline.commands.push_back(ask_script().call(keys, arguments));
        const auto answers =
            co_await run_call(caller_, slot_of(kStoreRequestsKey), std::move(pipeline), deadline);
        if (!answers) co_return error_of<EnterError>(answers.error());
        const Reply& reply = answers->front();
        if (reply.items.size() != 1 || reply.items[0].text != "ok")
            co_return EnterError::kUnavailable;
        co_return std::nullopt;
    }

    awaitable<void> wait(Waiting& waiting) {
        start_reading();
        if (!waiting.answer && !closed_)
            (void)co_await waiting.until.async_wait(asio::as_tuple(asio::use_awaitable));
    }

    void start_reading() {
        if (closed_ || std::exchange(reading_, true)) return;
        asio::co_spawn(
            caller_.context->loop, [self = shared_from_this()] { return self->read(); },
            [](const std::exception_ptr& error) {
                if (error) std::rethrow_exception(error);
            });
    }

    // Reads only while a caller waits for an answer.
    awaitable<void> read() {
        const std::string key = store_answers_key(config_.node);
        while (!closed_ && !waiting_.empty()) {
            const Command pop{"BLMPOP", {"1", "1", key, "LEFT", "COUNT", "256"}};
            const auto popped =
                co_await reader_->call(slot_of(key), pop, Clock::now() + config_.timeout);
            if (closed_) break;
            if (popped && popped->items.size() == 2) {
                for (const Reply& one : popped->items[1].items)
                    deliver(one.text);
            } else if (!popped || popped->is_error()) {
                rest_.expires_after(kRest);
                (void)co_await rest_.async_wait(asio::as_tuple(asio::use_awaitable));
            }
        }
        reading_ = false;
    }

    void deliver(const std::string& bytes) {
        auto answer = read_store_answer(bytes);
        const auto found = answer ? waiting_.find(answer->id) : waiting_.end();
        if (found == waiting_.end()) return;  // The caller has timed out.
        found->second->answer = std::move(answer);
        found->second->until.cancel();
    }

    Caller caller_;
    RemoteStoreConfig config_;
    std::unique_ptr<BlockingReader> reader_;
    asio::steady_timer rest_;
    std::map<std::uint64_t, std::shared_ptr<Waiting>> waiting_;
    std::uint64_t last_id_ = 0;
    bool reading_ = false;
    bool closed_ = false;
};

RemoteStore::RemoteStore(const Client& client, RemoteStoreConfig config)
    : inside_(std::make_shared<Inside>(client, std::move(config))) {}

RemoteStore::~RemoteStore() {
    inside_->close();
}

awaitable<Result<std::string, EnterError>> RemoteStore::prove(waiting_room::command::Enter enter) {
    const auto inside = inside_;
    auto answer = co_await inside->ask<ProofOutcome>(std::move(enter));
    if (!answer) co_return fail(answer.error());
    co_return *std::move(answer);
}

awaitable<EligibilityOutcome> RemoteStore::check(waiting_room::command::CheckEligibility check) {
    const auto inside = inside_;
    auto answer = co_await inside->ask<EligibilityOutcome>(std::move(check));
    if (!answer) co_return fail(answer.error());
    co_return *std::move(answer);
}

awaitable<bool> RemoteStore::bar(waiting_room::EventId event, GuestId guest) {
    const auto inside = inside_;
    const auto answer = co_await inside->ask<bool>(BarGuest{event, guest});
    co_return answer && *answer;
}

}  // namespace onsale::redis
