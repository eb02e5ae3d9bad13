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

// The page of an order; it needs no script. It shows the state in words, what to do and until when.
std::string order_page(const OrderPage& page);

// Seconds until the state may change without the guest's action; nothing: never.
std::optional<int> page_reload_s(const payment::Order& order);

// The page of a return that could not be stored. It asks the guest to repeat the request. It has no
// links, because a browser that follows one loses what it brought from the provider.
std::string return_again_page(Language language);

}  // namespace onsale::http
