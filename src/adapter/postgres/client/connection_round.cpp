#include <utility>

#include "adapter/postgres/client/connection.hpp"
#include "adapter/postgres/client/server_answer.hpp"
#include "adapter/postgres/protocol/sqlstate.hpp"
#include "base/assert.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;
using Wish = BorrowedSocket::Wish;
using Wake = BorrowedSocket::Wake;

namespace {

// Values in the form that libpq takes, as views.
struct Arguments {
    explicit Arguments(const std::vector<Value>& values) {
        for (const Value& value : values) {
            types.push_back(value.type());
            pointers.push_back(value.bytes() ? value.bytes()->data() : nullptr);
            sizes.push_back(value.bytes() ? static_cast<int>(value.bytes()->size()) : 0);
        }
        formats.assign(values.size(), kBinary);
    }

    static constexpr int kBinary = 1;
    int count() const { return static_cast<int>(types.size()); }

    std::vector<Oid> types;
    std::vector<const char*> pointers;
    std::vector<int> sizes;
    std::vector<int> formats;
};

// What the connection has prepared is outdated. A new one prepares it again.
bool wears_out(const CallError& error) {
    return error.sqlstate == kStatementMissing || error.sqlstate == kPlanOutdated;
}

// Sets a pointer for its own lifetime.
template <class T>
class Pointed {
  public:
    Pointed(T*& pointer, T& target) : pointer_(pointer) {
        ONSALE_ASSERT(pointer_ == nullptr);
        pointer_ = &target;
    }
    ~Pointed() { pointer_ = nullptr; }
    Pointed(const Pointed&) = delete;
    Pointed& operator=(const Pointed&) = delete;

  private:
    T*& pointer_;
};

}  // namespace

awaitable<Answers> Connection::exchange(Round round, Deadline deadline) {
    const auto self = shared_from_this();
    // Nothing is sent whose answer could not be waited for.
    if (std::chrono::steady_clock::now() >= deadline)
        co_return fail(CallError::unavailable(CallCause::kDeadline, "no time left"));
    RoundAnswers answers{round.commit};
    Failure failure;
    {
        const Pointed under_way{answers_, answers};
        failure = co_await drive(round, answers, deadline);
    }
    if (failure || answers.is_broken()) drop();
    for (const Statement& statement : answers.prepared())
        prepared_.emplace(statement.name(), statement.sql());
    if (failure) co_return fail(*std::move(failure));
    auto result = std::move(answers).finish();
    if (!result && wears_out(result.error())) is_worn_out_ = true;
    co_return result;
}

// Writes as much as the server takes and reads at the same time: with a full socket in both
// directions, each side would wait for the other.
awaitable<Connection::Failure> Connection::drive(const Round& round, RoundAnswers& answers,
                                                 Deadline deadline) {
    // Between the rounds of a transaction nobody watches the socket.
    if (!is_alive() || !look())
        co_return CallError::unavailable(CallCause::kConnectionLost, last_words());
    if (!send(round, answers)) co_return answers.lost(CallCause::kConnectionLost, last_words());
    for (;;) {
        const bool is_sent = PQflush(connection_.get()) != 1;
        take_answers(answers);
        if (answers.is_over()) co_return std::nullopt;
        const auto wake =
            co_await socket_->wait(is_sent ? Wish::kRead : Wish::kReadOrWrite, deadline);
        if (!connection_) co_return answers.lost(CallCause::kClosed, "the client was closed");
        if (wake == Wake::kDeadline)
            co_return answers.lost(CallCause::kDeadline, "no answer in time");
        if (wake == Wake::kEnded) co_return answers.lost(CallCause::kClosed, "cancelled");
        (void)read();
    }
}

bool Connection::send(const Round& round, RoundAnswers& answers) {
    for (const Command& command : round.commands) {
        if (!prepare(command, answers)) return false;
        if (&command == &round.commands.back()) answers.send_commit();
        if (!send(command, answers)) return false;
    }
    return PQpipelineSync(connection_.get()) == 1;
}

bool Connection::prepare(const Command& command, RoundAnswers& answers) {
    const Statement& statement = command.statement;
    if (statement.name().empty() || answers.prepares(statement)) return true;
    if (const auto known = prepared_.find(statement.name()); known != prepared_.end()) {
        ONSALE_ASSERT(known->second == statement.sql());
        return true;
    }
    const Arguments arguments{command.values};
    answers.expect_preparation(statement);
    return PQsendPrepare(connection_.get(), std::string{statement.name()}.c_str(),
                         std::string{statement.sql()}.c_str(), arguments.count(),
                         arguments.types.data()) == 1;
}

bool Connection::send(const Command& command, RoundAnswers& answers) {
    const Statement& statement = command.statement;
    const Arguments arguments{command.values};
    answers.expect_command();
    if (statement.name().empty())
        return PQsendQueryParams(connection_.get(), std::string{statement.sql()}.c_str(),
                                 arguments.count(), arguments.types.data(),
                                 arguments.pointers.data(), arguments.sizes.data(),
                                 arguments.formats.data(), Arguments::kBinary) == 1;
    return PQsendQueryPrepared(connection_.get(), std::string{statement.name()}.c_str(),
                               arguments.count(), arguments.pointers.data(), arguments.sizes.data(),
                               arguments.formats.data(), Arguments::kBinary) == 1;
}

// libpq may return errors for ever when the connection is lost in a pipeline. The first of them
// ends the round, and nothing is asked after that.
void Connection::take_answers(RoundAnswers& answers) {
    while (!answers.is_over() && PQisBusy(connection_.get()) == 0)
        answers.take(answer_of(ResultHandle{PQgetResult(connection_.get())}));
}

}  // namespace onsale::postgres
