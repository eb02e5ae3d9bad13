#pragma once

#include <string_view>
#include <vector>

namespace onsale::postgres {

// The statements of a file, each without its semicolon, because PostgreSQL takes one statement at a
// time where values go with it. Spaces and comments before a statement are left out. Knows quoted
// names and texts, dollar quotes and comments; not E'...' with a backslash before a quote.
std::vector<std::string_view> sql_statements(std::string_view sql);

}  // namespace onsale::postgres
