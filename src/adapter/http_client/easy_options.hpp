#pragma once

#include "adapter/http_client/call.hpp"
#include "adapter/http_client/config.hpp"
#include "adapter/http_client/handles.hpp"

namespace onsale::http_client {

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
    ONSALE_ASSERT(curl_easy_setopt(easy, option, value) == CURLE_OK);
}

// Header list for libcurl.
HeaderList header_list(const Request& request);

// Sets options common to all calls: protocols, TLS, no proxy, time limits.
void set_policy(CURL* easy, const Config& config);
// Sets options of one call. `request` and `headers` must outlive it.
void set_request(CURL* easy, const Request& request, curl_slist* headers);

}  // namespace onsale::http_client
