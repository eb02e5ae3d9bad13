#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "adapter/redis/protocol/command.hpp"

namespace onsale::redis {

// A Lua script. It is called by its digest, and by its text at a node that answers NOSCRIPT. EVAL
// stores the text in that node's cache, so this happens once per node and restart.
// Thread safety: immutable.
class Script {
  public:
    // Metrics count the calls under `name`.
    Script(std::string_view name, std::string_view text);

    const std::string& name() const { return name_; }
    const std::string& digest() const { return digest_; }  // SHA-1 in hex, as Redis wants it.

    Command call(std::span<const std::string> keys, std::span<const std::string> arguments) const;
    // SCRIPT LOAD, for callers that want every master to know the script before its first call.
    Command load() const;

  private:
    std::string name_;
    std::shared_ptr<const std::string> text_;
    std::string digest_;
};

}  // namespace onsale::redis
