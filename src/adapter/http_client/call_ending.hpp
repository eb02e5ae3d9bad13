#pragma once

#include <curl/curl.h>

#include "adapter/http_client/call.hpp"

namespace onsale::http_client {

// How libcurl ended a call without an answer.
struct CallEnding {
    CURLcode code = CURLE_OK;
    bool sent = false;  // A byte of the request, or more.
    int system_error = 0;
    std::string words{};
};

CallError error_of(CallEnding ending);

}  // namespace onsale::http_client
