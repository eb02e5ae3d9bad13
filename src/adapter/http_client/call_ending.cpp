#include "adapter/http_client/call_ending.hpp"

#include <system_error>
#include <utility>

namespace onsale::http_client {
namespace {

CallCause cause_of(CURLcode code, bool sent) {
    switch (code) {
        case CURLE_URL_MALFORMAT:
        case CURLE_LOGIN_DENIED:  // The URL has a user name.
            return CallCause::kBadRequest;
        case CURLE_COULDNT_RESOLVE_HOST:
            return CallCause::kNotResolved;
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_PEER_FAILED_VERIFICATION:
            return CallCause::kNotTrusted;
        case CURLE_OPERATION_TIMEDOUT:  // Connection timeout or minimum speed not reached.
            return sent ? CallCause::kTooSlow : CallCause::kNotConnected;
        case CURLE_FILESIZE_EXCEEDED:
            return CallCause::kAnswerTooLarge;
        case CURLE_UNSUPPORTED_PROTOCOL:  // HTTP/0.9 answer without a head.
        case CURLE_WEIRD_SERVER_REPLY:
        case CURLE_WRITE_ERROR:
        case CURLE_BAD_CONTENT_ENCODING:
            return CallCause::kBadAnswer;
        default:  // Codes not listed belong to disabled protocols.
            return sent ? CallCause::kConnectionLost : CallCause::kNotConnected;
    }
}

}  // namespace

CallError error_of(CallEnding ending) {
    const CallCause cause = cause_of(ending.code, ending.sent);
    if (cause == CallCause::kNotConnected && ending.system_error != 0)
        ending.words = std::generic_category().message(ending.system_error);
    if (ending.code == CURLE_ABORTED_BY_CALLBACK)  // A retry by libcurl was prevented.
        ending.words = "the connection ended without an answer";
    if (ending.words.empty()) ending.words = curl_easy_strerror(ending.code);
    return {.outcome = ending.sent ? CallOutcome::kOutcomeUnknown : CallOutcome::kUnavailable,
            .cause = cause,
            .words = std::move(ending.words),
            .system_error = ending.system_error};
}

}  // namespace onsale::http_client
