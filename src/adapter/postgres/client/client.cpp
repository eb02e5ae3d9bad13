#include "adapter/postgres/client/client.hpp"

#include <fstream>
#include <stdexcept>
#include <utility>

#include "adapter/postgres/client/password.hpp"
#include "adapter/postgres/client/pool.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

using SharedContext = std::shared_ptr<ClientContext>;
using SharedPool = std::shared_ptr<Pool>;

void require_file(const char* key, const std::filesystem::path& file) {
    if (file.empty() || std::ifstream{file}.good()) return;
    throw std::runtime_error(std::string{key} + ": cannot read " + file.string() +
                             "; name a readable PEM file");
}

Config checked(Config config) {
    if (config.hosts.empty())
        throw std::runtime_error("postgres.hosts: is empty; name at least one host");
    if (config.connections_max == 0)
        throw std::runtime_error("postgres.connections_max: is 0; allow at least 1");
    if (const auto password = read_password(config.password_file); !password)
        throw std::runtime_error(password.error());
    if (!config.tls) return config;
    if (config.tls->ca_file.empty())
        throw std::runtime_error("postgres.ca_file: is empty; name a PEM file");
    require_file("postgres.ca_file", config.tls->ca_file);
    require_file("postgres.certificate_file", config.tls->certificate_file);
    require_file("postgres.key_file", config.tls->key_file);
    return config;
}

// The coroutines own what they need, because they may outlive the client.
awaitable<Result<Transaction, CallError>> begin_on(SharedContext context, SharedPool pool,
                                                   Access access, Deadline deadline) {
    auto lease = co_await pool->lease(deadline);
    if (!lease) co_return fail(std::move(lease).error());
    co_return Transaction{std::move(context), *std::move(lease), access, deadline};
}

awaitable<Answers> run_on(SharedContext context, SharedPool pool, Access access,
                          std::vector<Command> commands, Deadline deadline) {
    auto transaction = co_await begin_on(std::move(context), std::move(pool), access, deadline);
    if (!transaction) co_return fail(std::move(transaction).error());
    co_return co_await transaction->commit(std::move(commands));
}

awaitable<Answer> run_alone_on(SharedContext context, SharedPool pool, Command command,
                               Deadline deadline) {
    auto lease = co_await pool->lease(deadline);
    if (!lease) co_return fail(std::move(lease).error());
    Round round{.commands = {}, .commit = CommitPoint::kEnd};
    round.commands.push_back(std::move(command));
    auto answers = co_await lease->connection().exchange(std::move(round), deadline);
    if (answers) co_return std::move(answers->front());
    if (answers.error().outcome == CallOutcome::kOutcomeUnknown)
        ++context->counters["postgres_unknown_total"];
    co_return fail(std::move(answers).error());
}

}  // namespace

Client::Client(boost::asio::io_context& loop, Config config)
    : context_(std::make_shared<ClientContext>(loop, checked(std::move(config)))),
      pool_(std::make_shared<Pool>(context_)) {}

Client::~Client() {
    close();
}

awaitable<Answers> Client::run(std::vector<Command> commands, Deadline deadline) {
    return run_on(context_, pool_, Access::kReadWrite, std::move(commands), deadline);
}

awaitable<Answers> Client::read(std::vector<Command> commands, Deadline deadline) {
    return run_on(context_, pool_, Access::kReadOnly, std::move(commands), deadline);
}

awaitable<Answer> Client::run_alone(Command command, Deadline deadline) {
    return run_alone_on(context_, pool_, std::move(command), deadline);
}

awaitable<Result<Transaction, CallError>> Client::begin(Access access, Deadline deadline) {
    return begin_on(context_, pool_, access, deadline);
}

void Client::close() {
    pool_->close();
}

const runtime::Counters& Client::counters() const {
    runtime::Counters& counters = context_->counters;
    counters["postgres_connections"] = pool_->connections();
    counters["postgres_connections_idle"] = pool_->idle();
    counters["postgres_waiting"] = pool_->waiting();
    return counters;
}

}  // namespace onsale::postgres
