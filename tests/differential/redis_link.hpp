#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct redisContext;

namespace onsale::differential {

// An answer of Redis: a number, a text, or a list.
struct Answer {
    std::int64_t number = 0;
    std::string text;
    std::vector<Answer> items;

    // The answer as text. A number is converted to decimal.
    std::string word() const { return text.empty() ? std::to_string(number) : text; }
};

using Words = std::vector<std::string>;

// One blocking connection. An error of Redis is thrown as an exception with its text, because a
// failing script is a bug.
class RedisLink {
  public:
    explicit RedisLink(const std::string& socket);

    Answer call(const Words& words);
    // Sends all commands together. The answers are in the same order.
    std::vector<Answer> call_all(std::span<const Words> commands);
    // Builds the call of a script by its digest. REQUIRES: load() was called with its text.
    static Words script_call(std::string_view sha1, const Words& keys, const Words& arguments);
    void load(std::string_view text, std::string_view sha1);

  private:
    struct Close {
        void operator()(redisContext* context) const;
    };

    void send(const Words& words);
    Answer receive();

    std::unique_ptr<redisContext, Close> context_;
};

}  // namespace onsale::differential
