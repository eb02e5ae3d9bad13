#pragma once

#include <curl/curl.h>

#include "adapter/http_client/call.hpp"

namespace onsale::http_client {

// Why a call failed, according to libcurl.
struct CallEnding {
    CURLcode code = CURLE_OK;
    bool sent = false;  // At least one byte of the request was sent.
    int system_error = 0;
    std::string words{};
};

CallError error_of(CallEnding ending);

}  // namespace onsale::http_client
