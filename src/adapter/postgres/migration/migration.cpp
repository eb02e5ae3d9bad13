#include "adapter/postgres/migration/migration.hpp"

#include <algorithm>
#include <optional>

#include "base/assert.hpp"

namespace onsale::postgres {
namespace {

constexpr std::string_view kOldestBinary = "-- oldest binary: ";
constexpr std::string_view kRepeated = "-- repeated";

// The text after `key` in the comments at the beginning of the file.
std::optional<std::string_view> header(std::string_view sql, std::string_view key) {
    while (sql.starts_with("--")) {
        const std::string_view line = sql.substr(0, sql.find('\n'));
        if (line.starts_with(key)) return line.substr(key.size());
        sql.remove_prefix(std::min(line.size() + 1, sql.size()));
    }
    return std::nullopt;
}

}  // namespace

Migration make_migration(int version, std::string_view name, std::string_view sql) {
    const auto oldest = BinaryVersion::parse(header(sql, kOldestBinary).value_or(""));
    ONSALE_ASSERT(oldest.has_value());
    return {.version = version,
            .name = std::string{name},
            .sql = sql,
            .digest = sha256(sql),
            .oldest_binary = *oldest,
            .repeats = header(sql, kRepeated) == ""};
}

}  // namespace onsale::postgres
