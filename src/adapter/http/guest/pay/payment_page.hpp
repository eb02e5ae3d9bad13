#pragma once

#include <optional>
#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/error/api_error.hpp"

namespace onsale::http {

struct OrderPage {
    Language language = Language::kEnglish;
    const sale::OrderCopy& copy;
    const LoopContext& context;
};

// The page of an order, without need of a script: what it is in words, what to do and until when.
std::string order_page(const OrderPage& page);

// After how many seconds there may be news without the guest doing anything; nothing: never.
std::optional<int> page_reload_s(const payment::Order& order);

}  // namespace onsale::http
