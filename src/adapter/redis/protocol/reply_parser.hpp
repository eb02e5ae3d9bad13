#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/redis/protocol/reply.hpp"
#include "base/result.hpp"

struct redisReader;

namespace onsale::redis {

// Parses a stream of bytes, in pieces of any size, into replies. Uses hiredis's reader, which
// builds our own Reply.
class ReplyParser {
  public:
    // Limits memory: an unfinished reply of more bytes than this is an error.
    static constexpr std::size_t kUnfinishedBytesMax = 256u << 20;

    explicit ReplyParser(std::size_t unfinished_bytes_max = kUnfinishedBytesMax);

    void feed(std::string_view bytes);
    // The next complete reply, or none yet. After an error neither the parser nor its connection
    // can be used again.
    Result<std::optional<Reply>, std::string> next();

  private:
    struct Free {
        void operator()(redisReader* reader) const;
    };
    std::size_t unfinished_bytes_max_;
    std::unique_ptr<redisReader, Free> reader_;
};

}  // namespace onsale::redis
