#include "adapter/http_client/transfer.hpp"

#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include "adapter/http_client/call_ending.hpp"
#include "adapter/http_client/easy_options.hpp"
#include "base/time_text.hpp"

namespace onsale::http_client {

namespace asio = boost::asio;

Transfer::Transfer(Transfers& transfers, Request request)
    : transfers_(transfers),
      request_(std::move(request)),
      headers_(header_list(request_)),
      easy_(curl_easy_init()),
      reader_(request_.answer_max),
      wake_(transfers.loop(), request_.deadline) {
    ONSALE_ASSERT(easy_ != nullptr);
    set_policy(easy_.get(), transfers_.config());
    set_request(easy_.get(), request_, headers_.get());
    set_callbacks();
    transfers_.add(*this);
}

Transfer::~Transfer() {
    transfers_.remove(*this);
}

void Transfer::set_callbacks() {
    CURL* const easy = easy_.get();
    set(easy, CURLOPT_PRIVATE, this);
    set(easy, CURLOPT_ERRORBUFFER, words_.data());
    set(easy, CURLOPT_HEADERFUNCTION, &Transfer::on_line);
    set(easy, CURLOPT_HEADERDATA, this);
    set(easy, CURLOPT_WRITEFUNCTION, &Transfer::on_body);
    set(easy, CURLOPT_WRITEDATA, this);
    set(easy, CURLOPT_PREREQFUNCTION, &Transfer::on_send);
    set(easy, CURLOPT_PREREQDATA, this);
    set(easy, CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_open);
    set(easy, CURLOPT_OPENSOCKETDATA, &transfers_.sockets());
    set(easy, CURLOPT_CLOSESOCKETFUNCTION, &Transfer::on_close);
    set(easy, CURLOPT_CLOSESOCKETDATA, &transfers_.sockets());
}

std::size_t Transfer::on_line(char* data, std::size_t size, std::size_t count, void* self) {
    const std::string_view line{data, size * count};
    return static_cast<Transfer*>(self)->reader_.take_line(line) ? line.size() : 0;
}

std::size_t Transfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
    const std::string_view bytes{data, size * count};
    return static_cast<Transfer*>(self)->reader_.take_body(bytes) ? bytes.size() : 0;
}

// Called before each sending. libcurl sends a request again, even a POST, when a connection that
// was used before ends without an answer. The server may have done it, so a retry is allowed only
// if the first try sent no bytes.
int Transfer::on_send(void* self, char*, char*, int, int) {
    return static_cast<Transfer*>(self)->has_sent() ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

curl_socket_t Transfer::on_open(void* sockets, curlsocktype, curl_sockaddr* address) {
    return static_cast<Sockets*>(sockets)->open(address->family, address->socktype,
                                                address->protocol);
}

int Transfer::on_close(void* sockets, curl_socket_t descriptor) {
    static_cast<Sockets*>(sockets)->close(descriptor);
    return 0;
}

void Transfer::finish(CURLcode code) {
    ended_ = code;
    wake_.cancel();
}

asio::awaitable<CallResult> Transfer::run() {
    const auto [cancelled] = co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
    if (ended_) co_return result();
    if (cancelled) co_return fail(gave_up(CallCause::kClosed, "the call was cancelled"));
    co_return fail(gave_up(CallCause::kDeadline,
                           fmt::format("no answer within {}", format_duration(request_.deadline))));
}

bool Transfer::has_sent() const {
    long bytes = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &bytes);
    return bytes > 0;
}

CallResult Transfer::result() {
    if (*ended_ != CURLE_OK) return fail(failure());
    long code = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &code);
    const auto status = static_cast<unsigned>(code);
    constexpr unsigned kFinalFrom = 200;  // Lower codes (1xx) are interim responses.
    if (!reader_.is_head_complete() || status < kFinalFrom)
        return fail(gave_up(CallCause::kConnectionLost, "the head of the answer is not complete"));
    if (!reader_.is_end_marked(status))
        return fail(gave_up(CallCause::kBadAnswer, "the answer does not say where it ends"));
    return reader_.finish(status);
}

CallError Transfer::failure() const {
    if (reader_.is_body_too_large())
        return gave_up(CallCause::kAnswerTooLarge,
                       fmt::format("the answer is larger than {} bytes", request_.answer_max));
    if (reader_.is_head_too_large())
        return gave_up(CallCause::kBadAnswer, "the head of the answer is too large");
    long system_error = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &system_error);
    return error_of({*ended_, has_sent(), static_cast<int>(system_error), words_.data()});
}

CallError Transfer::gave_up(CallCause cause, std::string words) const {
    return {.outcome = has_sent() ? CallOutcome::kOutcomeUnknown : CallOutcome::kUnavailable,
            .cause = cause,
            .words = std::move(words)};
}

}  // namespace onsale::http_client
