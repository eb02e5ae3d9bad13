#include "runtime/log.hpp"

#include <atomic>

#include <unistd.h>

#include "base/time_text.hpp"
#include "runtime/system_time.hpp"

namespace onsale::runtime {
namespace {

std::atomic<LogLevel> least_level{LogLevel::kInfo};

// If the text starts with a UTF-8 character that changes the text direction or breaks the line,
// returns its size in bytes, otherwise zero. These are U+0080 to U+009F, U+061C, U+200E, U+200F,
// U+2028 to U+202E and U+2066 to U+2069.
std::size_t unsafe_size(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    if (byte(0) == 0xc2) return byte(1) >= 0x80 && byte(1) <= 0x9f ? 2 : 0;
    if (byte(0) == 0xd8) return byte(1) == 0x9c ? 2 : 0;
    if (byte(0) != 0xe2) return 0;
    const unsigned third = byte(2);
    const bool turns = byte(1) == 0x80
                           ? third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae)
                           : byte(1) == 0x81 && third >= 0xa6 && third <= 0xa9;
    return turns ? 3 : 0;
}

void append_text(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 || byte == 0x7f) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else if (const std::size_t size = unsafe_size(text.substr(i)); size > 0) {
            out += "\\ufffd";
            i += size - 1;
        } else {
            if (byte == '"' || byte == '\\') out += '\\';
            out += text[i];
        }
    }
    out += '"';
}

}  // namespace

std::string log_line(Instant at, LogLevel level, std::string_view message,
                     std::span<const LogField> fields) {
    std::string line = R"({"time":")" + format_iso_time(at) + R"(","level":")";
    line += to_word(level);
    line += R"(","message":)";
    append_text(line, message);
    for (const LogField& field : fields) {
        line += ',';
        append_text(line, field.name);
        line += ':';
        append_text(line, field.value);
    }
    return line + "}\n";
}

void log(LogLevel level, std::string_view message, std::span<const LogField> fields) {
    if (level < least_level.load(std::memory_order_relaxed)) return;
    const std::string line = log_line(SystemTime{}.wall(), level, message, fields);
    // A failure to write the log must not stop the sale.
    (void)!::write(STDERR_FILENO, line.data(), line.size());
}

void set_log_level(LogLevel level) {
    least_level = level;
}

}  // namespace onsale::runtime
