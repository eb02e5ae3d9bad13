#include "adapter/redis/client/log_in.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/protocol/command.hpp"
#include "adapter/redis/protocol/reply_parser.hpp"

namespace onsale::redis {

using boost::asio::awaitable;

namespace {

CallError not_connected(std::string_view words) {
    return CallError::unavailable(CallCause::kNotConnected, words);
}

std::vector<Command> greeting(const ConnectionConfig& config) {
    std::vector<Command> commands;
    if (!config.password.empty() && config.user.empty())
        commands.push_back({"AUTH", {config.password}});
    if (!config.password.empty() && !config.user.empty())
        commands.push_back({"AUTH", {config.user, config.password}});
    commands.push_back({"CLIENT", {"SETNAME", config.client_name}});
    return commands;
}

bool is_about_credentials(const Reply& reply) {
    constexpr std::array<std::string_view, 3> kCodes = {"WRONGPASS", "NOAUTH", "NOPERM"};
    return std::ranges::find(kCodes, reply.error_code()) != kCodes.end() ||
           reply.text.starts_with("ERR AUTH");
}

// Without the right to name a connection, a user can still use it.
std::optional<CallError> judge(const Command& command, const Reply& reply) {
    const bool names_only = command.name() == "CLIENT" && reply.error_code() != "NOAUTH";
    if (!reply.is_error() || names_only) return std::nullopt;
    if (is_about_credentials(reply))
        return CallError::unavailable(CallCause::kAuthentication, reply.text);
    return not_connected(reply.text);
}

awaitable<std::optional<CallError>> greet(const ClientContext& context, Stream& stream) {
    const auto commands = greeting(context.config.connection);
    stream.write(Pipeline{commands, {}}.encode(ScriptForm::kDigest, false), [](auto) {});
    ReplyParser parser;
    for (std::size_t judged = 0; judged < commands.size();) {
        const auto bytes = co_await stream.read();
        if (!bytes) co_return not_connected(bytes.error().message());
        parser.feed(*bytes);
        for (auto reply = parser.next(); judged < commands.size(); reply = parser.next()) {
            if (!reply) co_return not_connected(reply.error());
            if (!*reply) break;
            if (auto error = judge(commands[judged++], **reply)) co_return error;
        }
    }
    co_return std::nullopt;
}

awaitable<std::optional<CallError>> connect_and_greet(const ClientContext& context, Stream& stream,
                                                      Endpoint node) {
    const auto& tls = context.config.connection.tls;
    const auto error = co_await stream.connect(node, tls ? tls->server_name : std::string{});
    if (error) co_return not_connected(error.message());
    co_return co_await greet(context, stream);
}

}  // namespace

awaitable<std::optional<CallError>> log_in(std::shared_ptr<ClientContext> context,
                                           std::shared_ptr<Stream> stream, Endpoint node) {
    boost::asio::steady_timer timer{context->loop, context->config.connection.connect_timeout};
    timer.async_wait([stream](const Stream::Error& cancelled) {
        if (!cancelled) stream->close();
    });
    auto error = co_await connect_and_greet(*context, *stream, node);
    // If the timer has expired, its handler closes the stream even though the login succeeded.
    if (timer.cancel() == 0 && !error) error = not_connected("no login in time");
    if (error) {
        stream->close();
        ++context->counters["redis_connect_failures_total"];
        error->words = to_text(node) + ": " + error->words;
        co_return error;
    }
    ++context->counters["redis_connects_total"];
    co_return std::nullopt;
}

}  // namespace onsale::redis
