#pragma once

#include <string>

#include "tests/postgres/order/order_database.hpp"
#include "tests/postgres/story/oracle.hpp"

namespace onsale::postgres {

// What is compared, one line for each thing, so that a difference can be read.
struct BookText {
    std::string orders;
    std::string facts;  // The orders that a replay of their facts gives.
    std::string seats;
    std::string payments;
    std::string refunds;
    std::string messages;

    friend bool operator==(const BookText&, const BookText&) = default;
};

BookText text_of(const OrderDatabase& database);
BookText text_of(Oracle& oracle);
// Empty, or the first lines that differ.
std::string difference(const BookText& rows, const BookText& oracle);

}  // namespace onsale::postgres
