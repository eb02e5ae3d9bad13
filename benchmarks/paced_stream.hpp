#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onsale::bench {

using Clock = std::chrono::steady_clock;

// The first word of every line of a file, or every text of a file that ends with a zero byte.
class WordList {
  public:
    enum class Ends { kLine, kZero };
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    WordList(const std::string& path, std::size_t skip, std::size_t count_max,
             Ends ends = Ends::kLine) {
        std::ifstream in{path, std::ios::binary};
        text_.assign(std::istreambuf_iterator<char>{in}, {});
        for (std::size_t at = 0, line = 0; at < text_.size(); ++line) {
            const std::size_t end = text_.find(ends == Ends::kLine ? '\n' : '\0', at);
            const std::string_view whole = std::string_view{text_}.substr(at, end - at);
            if (line >= skip && words_.size() < count_max)
                words_.push_back(ends == Ends::kLine ? word_in(whole) : whole);
            at = end == text_.npos ? text_.size() : end + 1;
        }
        if (words_.empty()) throw std::runtime_error{"no lines left in " + path};
    }
    WordList(const WordList&) = delete;
    WordList& operator=(const WordList&) = delete;

    std::string_view operator[](std::size_t index) const { return words_[index]; }
    std::size_t size() const { return words_.size(); }

  private:
    static std::string_view word_in(std::string_view line) {
        return line.substr(0, line.find(' '));
    }

    std::string text_;
    std::vector<std::string_view> words_;
};

// A keep-alive connection with at most one pending request.
class Connection {
  public:
    explicit Connection(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int on = 1;
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
            ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
            ::fcntl(socket_, F_SETFL, O_NONBLOCK) != 0)
            throw std::runtime_error{"cannot connect to port " + std::to_string(port)};
    }
    ~Connection() { ::close(socket_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int socket() const { return socket_; }
    // The time when the request was due. Latency counts from here, so a late driver does not hide
    // latency of the server.
    Clock::time_point intended() const { return intended_; }

    void send(std::string_view request, Clock::time_point intended) {
        intended_ = intended;
        answer_.clear();
        const auto sent = ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
        if (sent != static_cast<ssize_t>(request.size()))
            throw std::runtime_error{"a request did not fit into the socket"};
    }

    // Returns true when the whole answer has been received.
    bool receive() {
        char buffer[4096];
        const auto got = ::recv(socket_, buffer, sizeof buffer, 0);
        if (got < 0 && errno == EAGAIN) return false;
        if (got <= 0) throw std::runtime_error{"the server closed a connection: " + answer_};
        answer_.append(buffer, static_cast<std::size_t>(got));
        return is_complete();
    }
    bool succeeded() const { return answer_.starts_with("HTTP/1.1 200 "); }
    const std::string& answer() const { return answer_; }

  private:
    bool is_complete() const {
        constexpr std::string_view kLength = "Content-Length: ";
        const std::size_t head = answer_.find("\r\n\r\n");
        if (head == answer_.npos) return false;
        const std::size_t length = answer_.find(kLength);
        if (length == answer_.npos || length > head)
            throw std::runtime_error{"an answer without a length: " + answer_};
        return answer_.size() >= head + 4 + std::stoul(answer_.substr(length + kLength.size(), 10));
    }

    int socket_;
    Clock::time_point intended_;
    std::string answer_;
};

}  // namespace onsale::bench
