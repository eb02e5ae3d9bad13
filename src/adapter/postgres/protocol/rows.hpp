#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "adapter/postgres/protocol/array_codec.hpp"
#include "adapter/postgres/protocol/codec.hpp"

struct pg_result;  // libpq's result.

namespace onsale::postgres {

// What a statement returned. Copies are cheap.
// The types of the columns are those of the statement's text and of the schema, so a type that does
// not fit is an error of ours and aborts. So does a NULL in a column that is no optional. Casts
// such as `sum(amount)::bigint` make the type of an expression sure.
class Rows {
  public:
    Rows() = default;  // No rows, no columns.
    explicit Rows(std::shared_ptr<const pg_result> result) : result_(std::move(result)) {}

    std::size_t size() const;
    // The number of rows that were inserted, updated, deleted or selected.
    std::uint64_t changed() const;

    // One row: `const auto [id, body] = rows.row<std::int64_t, std::string>(0)`. A type per column.
    // REQUIRES: row < size().
    template <class... T>
    std::tuple<T...> row(std::size_t row) const {
        check(row, sizeof...(T));
        return cells<T...>(row, std::index_sequence_for<T...>{});
    }
    // All rows, in the order of the server.
    template <class... T>
    std::vector<std::tuple<T...>> all() const {
        std::vector<std::tuple<T...>> rows;
        rows.reserve(size());
        for (std::size_t at = 0; at < size(); ++at)
            rows.push_back(row<T...>(at));
        return rows;
    }

  private:
    template <class T>
    struct Cell {
        static T read(TypeId type, std::optional<std::string_view> bytes) {
            ONSALE_ASSERT(Codec<T>::reads(type));
            ONSALE_ASSERT(bytes.has_value());
            return Codec<T>::read(*bytes);
        }
    };
    template <class T>
    struct Cell<std::optional<T>> {
        static std::optional<T> read(TypeId type, std::optional<std::string_view> bytes) {
            if (!bytes) return std::nullopt;
            return Cell<T>::read(type, bytes);
        }
    };

    template <class... T, std::size_t... column>
    std::tuple<T...> cells(std::size_t row, std::index_sequence<column...>) const {
        return {Cell<T>::read(type_of(column), cell(row, column))...};
    }
    void check(std::size_t row, std::size_t columns) const;
    TypeId type_of(std::size_t column) const;
    std::optional<std::string_view> cell(std::size_t row, std::size_t column) const;

    std::shared_ptr<const pg_result> result_;
};

}  // namespace onsale::postgres
