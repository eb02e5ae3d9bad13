#include "adapter/redis/call/script_caller.hpp"

#include <map>

#include "adapter/redis/protocol/script.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "base/assert.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EventId;

namespace {

using Scripts = std::map<std::string_view, Script>;

const Script& script_of(std::string_view name) {
    static const Scripts kScripts = [] {
        Scripts scripts;
        for (const ScriptText& text : script_texts())
            scripts.emplace(text.name, Script{text.name, text.text()});
        return scripts;
    }();
    const auto found = kScripts.find(name);
    ONSALE_ASSERT(found != kScripts.end());
    return found->second;
}

Result<LineAnswer, CallError> line_answer(CallResult result) {
    if (!result) return fail(result.error());
    std::vector<Reply>& items = result->items;
    const auto id = items.size() < 2 ? std::nullopt : parse_stream_id(items[1].text);
    if (!id) return fail(CallError::unknown(CallCause::kRefused, "no answer of a line's script"));
    LineAnswer answer{std::move(items[0].text), *id, {}};
    answer.more.assign(std::make_move_iterator(items.begin() + 2),
                       std::make_move_iterator(items.end()));
    return answer;
}

}  // namespace

waiting_room::Number LineAnswer::number() const {
    return {more.empty() ? 0 : static_cast<std::uint32_t>(more.front().integer)};
}

Slot slot_of(EventId event) {
    return slot_of(facts_key(event));
}

Command ScriptCaller::command(std::string_view script, const Scope& scope,
                              std::vector<std::string> arguments) const {
    const long long now = config_.time == nullptr ? 0 : to_ms(config_.time->wall());
    arguments.insert(arguments.begin(), std::to_string(now));
    const auto keys = scope.performance.empty() ? line_keys(scope.event)
                                                : hall_keys(scope.event, scope.performance);
    return script_of(script).call(keys, arguments);
}

CallResult ScriptCaller::without_error(std::string_view script, CallResult result) const {
    if (!result || !result->is_error()) return result;
    if (config_.failed) config_.failed(script, result->text);
    return fail(CallError::unknown(CallCause::kRefused, result->text));
}

awaitable<Result<LineAnswer, CallError>> ScriptCaller::tell(std::string_view script, Scope scope,
                                                            std::vector<std::string> arguments,
                                                            Deadline deadline) {
    co_return line_answer(co_await ask(script, std::move(scope), std::move(arguments), deadline));
}

awaitable<Result<LineAnswer, CallError>> ScriptCaller::change(std::string_view script, Scope scope,
                                                              std::vector<std::string> arguments,
                                                              Deadline deadline) {
    if (config_.replicas == 0)
        co_return co_await tell(script, std::move(scope), std::move(arguments), deadline);
    Command call = command(script, scope, std::move(arguments));
    co_return line_answer(
        without_error(script, co_await replicas_.change(scope.event, std::move(call), deadline)));
}

awaitable<Result<LineAnswer, CallError>> ScriptCaller::change_in_order(
    std::string_view script, Scope scope, std::vector<std::string> arguments, Deadline deadline) {
    Command call = command(script, scope, std::move(arguments));
    co_return line_answer(without_error(
        script, co_await replicas_.change(scope.event, std::move(call), deadline, true)));
}

awaitable<CallResult> ScriptCaller::ask(std::string_view script, Scope scope,
                                        std::vector<std::string> arguments, Deadline deadline) {
    Command call = command(script, scope, std::move(arguments));
    co_return without_error(script,
                            co_await client_.call(slot_of(scope.event), std::move(call), deadline));
}

}  // namespace onsale::redis
