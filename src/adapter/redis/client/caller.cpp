#include "adapter/redis/client/caller.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "adapter/redis/protocol/call_plan.hpp"

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;
using runtime::CommandEnd;
using Clock = std::chrono::steady_clock;

namespace {

// Counts a call as running during its own lifetime.
class Ticket {
  public:
    explicit Ticket(ClientContext& context) : calls_(context.counters["redis_calls"]) { ++calls_; }
    ~Ticket() { --calls_; }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;

  private:
    std::uint64_t& calls_;
};

CommandEnd end_of(const Answers& answers, std::size_t at) {
    if (answers) return (*answers)[at].is_error() ? CommandEnd::kError : CommandEnd::kAnswered;
    return answers.error().outcome == CallOutcome::kUnavailable ? CommandEnd::kUnavailable
                                                                : CommandEnd::kUnknown;
}

void record(runtime::CommandMap& commands, const Pipeline& pipeline, const Answers& answers,
            Deadline started) {
    const auto took = std::chrono::nanoseconds{Clock::now() - started};
    for (std::size_t i = 0; i < pipeline.commands.size(); ++i)
        commands[pipeline.commands[i].name()].add(end_of(answers, i), took);
}

void record(runtime::Counters& counters, const Step& step, bool asks) {
    const bool asked = step.kind == Step::Kind::kSend && asks;
    if (step.new_master) ++counters["redis_redirections_total"];
    if (asked) ++counters["redis_redirections_total"];
    if (asked) ++counters["redis_asked"];
    if (step.kind == Step::Kind::kWaitAndSend) ++counters["redis_retries_total"];
}

Lane lane_of(const Pipeline& pipeline) {
    if (pipeline.in_order) return Lane::kInOrder;
    return pipeline.wait ? Lane::kReplicated : Lane::kPlain;
}

awaitable<Answers> send(Nodes& nodes, Endpoint node, const CallPlan& plan, const Pipeline& pipeline,
                        Deadline deadline) {
    const bool asking = plan.ask_at().has_value();
    auto& connection = nodes.connection_to(node, lane_of(pipeline));
    auto answers = co_await connection.exchange(pipeline.encode(plan.form(), asking),
                                                pipeline.answers_on_wire(asking), deadline);
    if (answers && asking) co_return pipeline.without_asking(*std::move(answers));
    co_return answers;
}

// `asked` is the node of the last try: a node omits the host if it is its own.
std::optional<Endpoint> target(const Topology& topology, const CallPlan& plan, Slot slot,
                               const Endpoint& asked) {
    if (plan.ask_at()) return with_host(*plan.ask_at(), asked.host);
    return topology.master_of(slot);
}

awaitable<Answers> find_way(const Caller& caller, Slot slot, const Pipeline& pipeline,
                            Deadline deadline) {
    CallPlan plan{caller.context->config.retry, deadline};
    Endpoint asked;
    for (;;) {
        if (Clock::now() >= deadline) co_return fail(CallError::unavailable(CallCause::kDeadline));
        Answers answers = fail(CallError::unavailable(CallCause::kNotConnected, "no master known"));
        if (const auto node = target(*caller.topology, plan, slot, asked)) {
            asked = *node;
            answers = co_await send(*caller.nodes, asked, plan, pipeline, deadline);
        }
        const double jitter = caller.context->jitter();
        const Step step =
            answers ? plan.answered(*answers, pipeline.wait.has_value(), Clock::now(), jitter)
                    : plan.failed(answers.error(), Clock::now(), jitter);
        record(caller.context->counters, step, plan.ask_at().has_value());
        if (step.new_master)
            caller.topology->learn(step.new_master->slot,
                                   with_host(step.new_master->node, asked.host));
        if (step.refresh_map) caller.topology->refresh();
        switch (step.kind) {
            case Step::Kind::kSend:
                break;
            case Step::Kind::kWaitAndSend: {
                asio::steady_timer timer{caller.context->loop, step.delay};
                (void)co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
                break;
            }
            case Step::Kind::kAnswer:
                co_return answers;
            case Step::Kind::kFail:
                co_return fail(*step.error);
        }
    }
}

}  // namespace

awaitable<Answers> run_call(Caller caller, Slot slot, Pipeline pipeline, Deadline deadline) {
    const auto started = Clock::now();
    const Ticket ticket{*caller.context};
    Answers answers = fail(CallError::unavailable(CallCause::kQueueFull, "too many calls"));
    if (caller.context->counters["redis_calls"] <= caller.context->config.calls_max)
        answers = co_await find_way(caller, slot, pipeline, deadline);
    else
        ++caller.context->counters["redis_refused_full_total"];
    record(caller.context->commands, pipeline, answers, started);
    co_return answers;
}

awaitable<Answers> run_at(Caller caller, Endpoint node, Command command, Deadline deadline) {
    const auto started = Clock::now();
    const Pipeline pipeline{{std::move(command)}, {}};
    auto& connection = caller.nodes->connection_to(node);
    Answers answers = co_await connection.exchange(pipeline.encode(ScriptForm::kDigest, false),
                                                   pipeline.answers(), deadline);
    record(caller.context->commands, pipeline, answers, started);
    co_return answers;
}

}  // namespace onsale::redis
