// The operator's view of the outbox, and the retry of messages that were put aside.
#include "adapter/embedded/report/operator_reads.hpp"
#include "adapter/server/operate/server_operations.hpp"
#include "runtime/answer_on.hpp"

namespace onsale::server {

using boost::asio::awaitable;
using operate::Failure;

template <class Answer>
awaitable<Result<Answer, Failure>> ServerOperations::on_courier(
    std::function<Answer(embedded::Delivery&)> work) {
    using Told = Result<Answer, Failure>;
    if (deps_.courier.rebuilding())
        co_return fail(Failure{"the reports are being made again; see `onsale outbox list`"});
    co_return co_await runtime::answer_on<Told>(
        admin_loop().io(), [this, work = std::move(work)](auto done) {
            const auto run = [work, done](embedded::Delivery& delivery) {
                try {
                    done(work(delivery));
                } catch (const std::exception& error) {
                    done(fail(Failure{error.what()}));
                }
            };
            if (!deps_.courier.do_work(run)) done(fail(Failure{"busy; try again"}));
        });
}

awaitable<Result<operate::OutboxState, Failure>> ServerOperations::outbox(std::size_t limit) {
    using Read = Result<operate::OutboxState, Failure>;
    const auto read = std::make_shared<Read>(fail(Failure{"busy; try again"}));
    std::function<void()> work = [this, limit, read] {
        const embedded::Courier& courier = deps_.courier;
        operate::OutboxState state{.messages = deps_.writer.figures().messages,
                                   .behind = courier.behind(),
                                   .rebuilding = courier.rebuilding(),
                                   .put_aside = courier.dead_letters(),
                                   .oldest = {}};
        auto oldest = embedded::read_put_aside(deps_.storage, limit);
        if (oldest) state.oldest = *std::move(oldest);
        *read = oldest ? Read{std::move(state)} : Read{fail(oldest.error())};
    };
    (void)co_await in_background(std::move(work));
    co_return std::move(*read);
}

awaitable<Result<operate::OutboxRetried, Failure>> ServerOperations::retry_outbox() {
    std::function<operate::OutboxRetried(embedded::Delivery&)> work =
        [](embedded::Delivery& delivery) {
            const std::size_t before = delivery.dead_letters();
            const std::size_t left = delivery.retry_dead_letters();
            return operate::OutboxRetried{before - left, left};
        };
    co_return co_await on_courier(std::move(work));
}

awaitable<Result<bool, Failure>> ServerOperations::rebuild_reports() {
    if (deps_.courier.rebuilding()) co_return true;  // The requested rebuild is already running.
    std::function<bool(embedded::Delivery&)> work = [](embedded::Delivery& delivery) {
        delivery.begin_anew();
        return true;
    };
    co_return co_await on_courier(std::move(work));
}

}  // namespace onsale::server
