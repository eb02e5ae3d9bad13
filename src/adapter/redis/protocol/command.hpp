#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/redis/protocol/reply.hpp"

namespace onsale::redis {

// A script is sent as its digest; as its text only to a node that does not know the digest.
enum class ScriptForm { kDigest, kText };

// One command: words of arbitrary bytes, and the name under which metrics count it.
class Command {
  public:
    Command(std::string_view word, std::initializer_list<std::string_view> arguments);
    Command(std::string_view word, std::span<const std::string> arguments);

    const std::string& name() const { return name_; }
    const std::vector<std::string>& words() const { return words_; }
    // The command in wire format, made by hiredis.
    std::string encode(ScriptForm form = ScriptForm::kDigest) const;

  private:
    friend class Script;
    Command() = default;

    std::string name_;
    std::vector<std::string> words_;
    std::shared_ptr<const std::string> script_text_;  // Null unless this is a call of a script.
};

// WAIT. It must follow the writes on the same connection, since it covers only those.
struct ReplicaWait {
    int replicas = 1;
    std::chrono::milliseconds timeout{100};  // Must not be zero, which means no timeout to Redis.
};

// Commands for one slot that go to one connection in one write, in this order.
struct Pipeline {
    std::vector<Command> commands;
    std::optional<ReplicaWait> wait;
    // If true, all such pipelines to one node share one connection. They are executed in the order
    // in which they were sent, as long as nothing fails.
    bool in_order = false;

    // Number of answers. The answer to WAIT is the last.
    std::size_t answers() const { return commands.size() + (wait ? 1 : 0); }
    // If `asking`, ASKING precedes every command, and its answer precedes every command's answer.
    std::string encode(ScriptForm form, bool asking) const;
    std::size_t answers_on_wire(bool asking) const {
        return answers() + (asking ? commands.size() : 0);
    }
    // Removes the answers to ASKING.
    // REQUIRES: `on_wire` holds all answers of a pipeline that was encoded with `asking`.
    std::vector<Reply> without_asking(std::vector<Reply> on_wire) const;
};

}  // namespace onsale::redis
