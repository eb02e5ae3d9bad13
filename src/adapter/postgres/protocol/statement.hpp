#pragma once

#include <string_view>
#include <vector>

#include "adapter/postgres/protocol/value.hpp"

namespace onsale::postgres {

// The text of a statement, with $1, $2 and so on for its values. With a name it is prepared once on
// each connection. Values have the types of their C++ types, so `$1` of a std::int64_t is a bigint;
// where SQL wants another type, the statement says so: `$1::text::jsonb`.
class Statement {
  public:
    // Literals, because connections remember the texts. A name stands for one text.
    consteval Statement(std::string_view name, std::string_view sql) : name_(name), sql_(sql) {}
    // Not prepared: for what a process runs once. `sql` must outlive the call.
    static constexpr Statement unprepared(std::string_view sql) { return Statement{sql}; }

    constexpr std::string_view name() const { return name_; }  // Empty: not prepared.
    constexpr std::string_view sql() const { return sql_; }

  private:
    constexpr explicit Statement(std::string_view sql) : sql_(sql) {}

    std::string_view name_;
    std::string_view sql_;
};

// A statement with its values.
struct Command {
    Statement statement;
    std::vector<Value> values{};
};

}  // namespace onsale::postgres
