#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"

namespace onsale::http_client {

struct Header {
    std::string name;
    std::string value;
    friend bool operator==(const Header&, const Header&) = default;
};

// Ends a call whose speed stays below the minimum for this time. The time until the answer begins
// counts too, so the server must begin to answer within it.
struct SpeedMinimum {
    std::uint32_t bytes_per_second = 1;
    std::chrono::seconds during{10};
};

struct Request {
    std::string method = "GET";  // GET, POST, PUT, PATCH or DELETE.
    std::string url;             // "https://host:port/path?query".
    std::vector<Header> headers{};
    std::string body{};
    std::filesystem::path unix_socket{};     // Connects to it instead of the host of the URL.
    Duration deadline{30'000};               // From the call to the last byte of the answer.
    std::uint64_t answer_max = 1024 * 1024;  // In bytes, without the head.
    std::optional<SpeedMinimum> speed_min{};
};

struct Answer {
    unsigned status = 0;
    std::vector<Header> headers{};  // In the order of the server; a name may repeat.
    std::string body{};

    // The value of the first header of that name in any case; empty if there is none.
    std::string_view header(std::string_view name) const;
};

bool same_name(std::string_view one, std::string_view other);

// Whether a call without an answer may have been executed.
enum class CallOutcome : std::uint8_t {
    kUnavailable,     // Certainly not done; no byte of the request was sent.
    kOutcomeUnknown,  // May be done; query the server.
};

enum class CallCause : std::uint8_t {
    kBadRequest,      // Invalid request (caller error).
    kTooManyCalls,    // The limit of concurrent calls is reached.
    kNotResolved,     // The name of the host has no address.
    kNotConnected,    // The server refused the connection.
    kNotTrusted,      // The TLS handshake failed, or the certificate is not valid.
    kConnectionLost,  // Connection closed before the answer was complete.
    kDeadline,        // Deadline exceeded.
    kTooSlow,         // Slower than Request::speed_min.
    kAnswerTooLarge,  // The body is larger than Request::answer_max.
    kBadAnswer,       // The answer is not HTTP/1.1, or its head is too large.
    kClosed,          // The client is closed, or the coroutine was cancelled.
};

struct CallError {
    CallOutcome outcome = CallOutcome::kUnavailable;
    CallCause cause = CallCause::kClosed;
    std::string words{};   // For a person: the message of the system or of libcurl.
    int system_error = 0;  // errno of a failed connect; 0 if there is none.

    friend bool operator==(const CallError&, const CallError&) = default;
};

using CallResult = Result<Answer, CallError>;

}  // namespace onsale::http_client
