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

// Bytes in any pieces, replies out. hiredis's reader does the parsing; it fills our own Reply.
class ReplyParser {
  public:
    // An unfinished reply of more bytes than this is an error: memory has a limit, too.
    static constexpr std::size_t kUnfinishedBytesMax = 256u << 20;

    explicit ReplyParser(std::size_t unfinished_bytes_max = kUnfinishedBytesMax);

    void feed(std::string_view bytes);
    // The next whole reply, or none yet. After an error the parser, and its connection, are
    // useless.
    Result<std::optional<Reply>, std::string> next();

  private:
    struct Free {
        void operator()(redisReader* reader) const;
    };
    std::size_t unfinished_bytes_max_;
    std::unique_ptr<redisReader, Free> reader_;
};

}  // namespace onsale::redis
