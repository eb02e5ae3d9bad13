#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "base/words.hpp"

namespace onsale::runtime {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

constexpr auto words_of(LogLevel) {
    return std::to_array<std::string_view>({"debug", "info", "warning", "error"});
}

struct LogField {
    std::string_view name;
    std::string value;
};

// Writes one JSON object per line to standard error: time, level, message, fields. User input is
// escaped: control characters, line breaks and bidi marks never reach the log unescaped. Never pass
// a token, key or cookie.
// Thread safety: may be called from any thread; each line is one write.
void log(LogLevel level, std::string_view message, std::span<const LogField> fields);
inline void log(LogLevel level, std::string_view message,
                std::initializer_list<LogField> fields = {}) {
    log(level, message, std::span{fields.begin(), fields.size()});
}
void set_log_level(LogLevel level);

// Returns the line that log() writes, for tests.
std::string log_line(Instant at, LogLevel level, std::string_view message,
                     std::span<const LogField> fields);

}  // namespace onsale::runtime
