#pragma once

#include "adapter/http_client/call.hpp"
#include "adapter/http_client/config.hpp"
#include "adapter/http_client/handles.hpp"

namespace onsale::http_client {

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
    ONSALE_ASSERT(curl_easy_setopt(easy, option, value) == CURLE_OK);
}

// The header lines as libcurl wants them.
HeaderList header_list(const Request& request);

// What is the same for every call: protocols, TLS, no proxy, limits of time.
void set_policy(CURL* easy, const Config& config);
// What this call sends, and its own limits. `request` and `headers` must outlive the call.
void set_request(CURL* easy, const Request& request, curl_slist* headers);

}  // namespace onsale::http_client
