#include "adapter/postgres/protocol/rows.hpp"

#include <charconv>

#include <libpq-fe.h>

namespace onsale::postgres {

std::size_t Rows::size() const {
    return static_cast<std::size_t>(PQntuples(result_.get()));
}

std::uint64_t Rows::changed() const {
    // The argument of PQcmdTuples is not const, but it is only read.
    const std::string_view digits = PQcmdTuples(const_cast<PGresult*>(result_.get()));
    std::uint64_t count = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return count;
}

void Rows::check(std::size_t row, std::size_t columns) const {
    ONSALE_ASSERT(row < size());
    ONSALE_ASSERT(columns == static_cast<std::size_t>(PQnfields(result_.get())));
}

TypeId Rows::type_of(std::size_t column) const {
    return PQftype(result_.get(), static_cast<int>(column));
}

std::optional<std::string_view> Rows::cell(std::size_t row, std::size_t column) const {
    const auto at_row = static_cast<int>(row);
    const auto at_column = static_cast<int>(column);
    if (PQgetisnull(result_.get(), at_row, at_column) != 0) return std::nullopt;
    return std::string_view{
        PQgetvalue(result_.get(), at_row, at_column),
        static_cast<std::size_t>(PQgetlength(result_.get(), at_row, at_column))};
}

}  // namespace onsale::postgres
