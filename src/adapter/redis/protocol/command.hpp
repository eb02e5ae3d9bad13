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

// A script goes out as its digest; as its text only to a node that does not know the digest.
enum class ScriptForm { kDigest, kText };

// One command: words of any bytes, and the name it is counted under.
class Command {
  public:
    Command(std::string_view word, std::initializer_list<std::string_view> arguments);
    Command(std::string_view word, std::span<const std::string> arguments);

    const std::string& name() const { return name_; }
    const std::vector<std::string>& words() const { return words_; }
    bool has_script_text() const { return script_text_ != nullptr; }
    // The bytes for the wire, by hiredis's formatter.
    std::string encode(ScriptForm form = ScriptForm::kDigest) const;

  private:
    friend class Script;
    Command() = default;

    std::string name_;
    std::vector<std::string> words_;
    std::shared_ptr<const std::string> script_text_;  // Only of a script's call.
};

// WAIT, sent right behind the writes it is about: it speaks of its own connection's writes alone.
struct ReplicaWait {
    int replicas = 1;
    std::chrono::milliseconds timeout{100};  // Zero would wait for ever and is refused.
};

// Commands for one slot that go to one connection in one write, in this order.
struct Pipeline {
    std::vector<Command> commands;
    std::optional<ReplicaWait> wait;
    // All of these to one node go over one connection, so that they are carried out in the order in
    // which they were sent, as long as nothing fails.
    bool in_order = false;

    // How many answers come: WAIT's is the last.
    std::size_t answers() const { return commands.size() + (wait ? 1 : 0); }
    // Asking puts ASKING before every command, and so an answer to it before every answer.
    std::string encode(ScriptForm form, bool asking) const;
    std::size_t answers_on_wire(bool asking) const {
        return answers() + (asking ? commands.size() : 0);
    }
    // REQUIRES: all answers on the wire of a pipeline that was asking.
    std::vector<Reply> without_asking(std::vector<Reply> on_wire) const;
};

}  // namespace onsale::redis
