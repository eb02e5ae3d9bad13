// The operator's view of the outbox, and the retry of messages that were put aside.
#include "adapter/embedded/report/reports.hpp"
#include "program/operate/answer_on.hpp"
#include "program/operate/serve_backend.hpp"

namespace onsale::program {

using boost::asio::awaitable;
using http::AdminFailure;

template <class Answer>
awaitable<Result<Answer, AdminFailure>> ServerBackend::on_courier(
    std::function<Answer(embedded::Delivery&)> work) {
    using Told = Result<Answer, AdminFailure>;
    if (parts_.courier.rebuilding())
        co_return fail(AdminFailure{"the reports are being made again; see `onsale outbox list`"});
    co_return co_await answer_on<Told>(
        admin_loop().io(), [this, work = std::move(work)](auto done) {
            const auto run = [work, done](embedded::Delivery& delivery) {
                try {
                    done(work(delivery));
                } catch (const std::exception& error) {
                    done(fail(AdminFailure{error.what()}));
                }
            };
            if (!parts_.courier.do_work(run)) done(fail(AdminFailure{"busy; try again"}));
        });
}

awaitable<Result<http::OutboxState, AdminFailure>> ServerBackend::outbox(std::size_t limit) {
    using Read = Result<http::OutboxState, AdminFailure>;
    const auto read = std::make_shared<Read>(fail(AdminFailure{"busy; try again"}));
    std::function<void()> work = [this, limit, read] {
        const embedded::Courier& courier = parts_.courier;
        http::OutboxState state{.messages = parts_.writer.figures().messages,
                                .behind = courier.behind(),
                                .rebuilding = courier.rebuilding(),
                                .put_aside = courier.dead_letters(),
                                .oldest = {}};
        try {
            for (const embedded::DeadLetter& letter :
                 embedded::read_dead_letters(parts_.storage, embedded::kReportsFile, limit))
                state.oldest.push_back({letter.row.seq, letter.row.journal_seq, letter.row.topic,
                                        letter.row.type, letter.row.key, letter.reason});
            *read = std::move(state);
        } catch (const std::exception& error) {
            *read = fail(AdminFailure{error.what()});
        }
    };
    (void)co_await in_background(std::move(work));
    co_return std::move(*read);
}

awaitable<Result<http::OutboxRetried, AdminFailure>> ServerBackend::retry_outbox() {
    std::function<http::OutboxRetried(embedded::Delivery&)> work =
        [](embedded::Delivery& delivery) {
            const std::size_t before = delivery.dead_letters();
            const std::size_t left = delivery.retry_dead_letters();
            return http::OutboxRetried{before - left, left};
        };
    co_return co_await on_courier(std::move(work));
}

awaitable<Result<bool, AdminFailure>> ServerBackend::rebuild_reports() {
    if (parts_.courier.rebuilding()) co_return true;  // The requested rebuild is already running.
    std::function<bool(embedded::Delivery&)> work = [](embedded::Delivery& delivery) {
        delivery.begin_anew();
        return true;
    };
    co_return co_await on_courier(std::move(work));
}

}  // namespace onsale::program
