#include "adapter/http_client/easy_options.hpp"

#include <algorithm>
#include <string>

namespace onsale::http_client {
namespace {

bool has_header(const Request& request, std::string_view name) {
    return std::ranges::any_of(request.headers,
                               [&](const Header& header) { return same_name(header.name, name); });
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t") == text.npos;
}

void append(HeaderList& list, const std::string& line) {
    curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
    ONSALE_ASSERT(longer != nullptr);
    (void)list.release();
    list.reset(longer);
}

void set_body(CURL* easy, const Request& request) {
    set(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    const bool may_lack = request.method == "GET" || request.method == "DELETE";
    if (request.body.empty() && may_lack) return;
    set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    set(easy, CURLOPT_POSTFIELDS, request.body.c_str());
}

}  // namespace

// "Name;" is a header without a value. "Name:" removes the header.
HeaderList header_list(const Request& request) {
    HeaderList list;
    for (const Header& header : request.headers)
        append(list,
               is_blank(header.value) ? header.name + ";" : header.name + ": " + header.value);
    // Removes headers that libcurl adds; it would wait 1 s for 100-continue.
    append(list, "Expect:");
    if (!has_header(request, "Content-Type")) append(list, "Content-Type:");
    return list;
}

void set_policy(CURL* easy, const Config& config) {
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, CURLOPT_PATH_AS_IS, 1L);
    set(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    // Environment variables such as http_proxy must not redirect a call, least of all one to
    // 127.0.0.1 that carries a key.
    set(easy, CURLOPT_PROXY, "");
    set(easy, CURLOPT_NOSIGNAL, 1L);
    // Prevents libcurl from joining the resolver thread when a call ends.
    set(easy, CURLOPT_QUICK_EXIT, 1L);
    set(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    set(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(config.connect_deadline.count()));
    set(easy, CURLOPT_MAXAGE_CONN, static_cast<long>(config.idle_max.count()));
    if (config.ca_file.empty()) return;
    set(easy, CURLOPT_CAINFO, config.ca_file.c_str());
    set(easy, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
}

void set_request(CURL* easy, const Request& request, curl_slist* headers) {
    set(easy, CURLOPT_URL, request.url.c_str());
    set(easy, CURLOPT_HTTPHEADER, headers);
    set_body(easy, request);
    // Refuses an answer whose Content-Length is too large before its body comes.
    constexpr std::uint64_t kSizeMax = 1ULL << 62;
    set(easy, CURLOPT_MAXFILESIZE_LARGE,
        static_cast<curl_off_t>(std::min(request.answer_max, kSizeMax)));
    if (!request.unix_socket.empty())
        set(easy, CURLOPT_UNIX_SOCKET_PATH, request.unix_socket.c_str());
    if (!request.speed_min) return;
    set(easy, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(request.speed_min->bytes_per_second));
    set(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.speed_min->during.count()));
}

}  // namespace onsale::http_client
