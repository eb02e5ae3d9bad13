#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace onsale::runtime {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

struct LogField {
    std::string_view name;
    std::string value;
};

// One JSON object a line on standard error: time, level, message, fields. What people typed is made
// safe: no control character, line break or bidi mark reaches the log as such. Never pass a token,
// key or cookie.
// Thread safety: all of it; each line is one write.
void log(LogLevel level, std::string_view message, std::span<const LogField> fields);
inline void log(LogLevel level, std::string_view message,
                std::initializer_list<LogField> fields = {}) {
    log(level, message, std::span{fields.begin(), fields.size()});
}
void set_log_level(LogLevel level);

// The line that log() writes, for tests.
std::string log_line(Instant at, LogLevel level, std::string_view message,
                     std::span<const LogField> fields);

}  // namespace onsale::runtime
