#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/http_client/answer_reader.hpp"
#include "adapter/http_client/call.hpp"
#include "adapter/http_client/handles.hpp"
#include "adapter/http_client/transfers.hpp"

namespace onsale::http_client {

// One call. Its coroutine owns it, so destroying the coroutine ends the call.
class Transfer {
  public:
    // REQUIRES: `transfers` outlives this.
    Transfer(Transfers& transfers, Request request);
    ~Transfer();
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    // Suspends until the answer, a failure or the deadline.
    boost::asio::awaitable<CallResult> run();

    CURL* easy() const { return easy_.get(); }
    // Called when libcurl has ended the call.
    void finish(CURLcode code);
    // Ends the call with kClosed.
    void abandon() { wake_.cancel(); }

  private:
    static std::size_t on_line(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
    static int on_send(void* self, char* to, char* from, int to_port, int from_port);
    static curl_socket_t on_open(void* sockets, curlsocktype purpose, curl_sockaddr* address);
    static int on_close(void* sockets, curl_socket_t descriptor);

    void set_callbacks();
    bool has_sent() const;
    CallResult result();
    CallError failure() const;
    CallError gave_up(CallCause cause, std::string words) const;

    Transfers& transfers_;
    const Request request_;
    const HeaderList headers_;
    const Easy easy_;
    AnswerReader reader_;
    boost::asio::steady_timer wake_;  // Expires at the deadline; cancelled at the end.
    std::optional<CURLcode> ended_;
    std::array<char, CURL_ERROR_SIZE> words_{};
};

}  // namespace onsale::http_client
