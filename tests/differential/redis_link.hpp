#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct redisContext;

namespace onsale::differential {

// What Redis answered: a number, a text, or a list.
struct Answer {
    std::int64_t number = 0;
    std::string text;
    std::vector<Answer> items;

    // A number in words, as a text.
    std::string word() const { return text.empty() ? std::to_string(number) : text; }
};

using Words = std::vector<std::string>;

// One blocking connection. An error of Redis is an exception with its text: a script that fails is
// a bug, and the test says which.
class RedisLink {
  public:
    explicit RedisLink(const std::string& socket);

    Answer call(const Words& words);
    // Sent together, answered in order.
    std::vector<Answer> call_all(std::span<const Words> commands);
    // Loads an embedded script's text once and calls it by its digest from then on.
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
