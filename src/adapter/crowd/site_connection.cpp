#include "adapter/crowd/site_connection.hpp"

#include <charconv>
#include <exception>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

namespace onsale::crowd {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;

constexpr std::chrono::seconds kDeadline{10};
// A seat map of 50,000 seats has 50 KB. An event with a thousand performances is below this limit.
constexpr std::uint64_t kAnswerMax = 1024 * 1024;
// Servers close idle connections, ours after 75 seconds. A call must not coincide with that.
constexpr Duration kReusedWithin = std::chrono::seconds{30};
// Identifies the simulated guests in logs.
constexpr const char* kAgent = "Onsale-Demo-Crowd (simulated guests)";

http::request<http::string_body> to_beast(const SiteCall& call, const std::string& host,
                                          const std::string& cookies) {
    http::request<http::string_body> message{call.post ? http::verb::post : http::verb::get,
                                             call.target, 11, call.body};
    message.set(http::field::host, host);
    message.set(http::field::user_agent, kAgent);
    message.set(http::field::accept, "application/json");
    message.set(http::field::accept_language, "en");
    message.set("X-Onsale-Request", "1");
    if (!call.content_type.empty()) message.set(http::field::content_type, call.content_type);
    if (!cookies.empty()) message.set(http::field::cookie, cookies);
    message.prepare_payload();
    return message;
}

Duration seconds_in(std::string_view text) {
    constexpr std::uint32_t kLongest = 3600;
    std::uint32_t seconds = 0;
    std::from_chars(text.data(), text.data() + text.size(), seconds);
    return std::chrono::seconds{std::min(seconds, kLongest)};
}

SiteExchange to_exchange(http::response<http::string_body> message) {
    SiteExchange exchange;
    exchange.reply.status = static_cast<int>(message.result_int());
    exchange.reply.location = message[http::field::location];
    const auto retry_after = message[http::field::retry_after];
    exchange.reply.retry_after = seconds_in({retry_after.data(), retry_after.size()});
    const auto [first, last] = message.equal_range(http::field::set_cookie);
    for (auto field = first; field != last; ++field)
        exchange.cookies.emplace_back(field->value());
    exchange.reply.body = std::move(message.body());
    return exchange;
}

}  // namespace

class SiteConnection::Stream {
  public:
    Stream(asio::io_context& loop, const SiteAddress& site, const TimeSource& time)
        : resolver_(loop), tcp_(loop), site_(site), time_(time) {}

    awaitable<SiteExchange> exchange(const SiteCall& call, const std::string& cookies) {
        const auto message = to_beast(call, site_.name, cookies);
        if (!open_ || time_.steady() - used_at_ > kReusedWithin) co_await connect();
        tcp_.expires_after(kDeadline);
        co_await http::async_write(tcp_, message, use_awaitable);
        http::response_parser<http::string_body> parser;
        parser.body_limit(kAnswerMax);
        co_await http::async_read(tcp_, buffer_, parser, use_awaitable);
        tcp_.expires_never();
        used_at_ = time_.steady();
        if (!parser.keep_alive()) close();
        co_return to_exchange(parser.release());
    }

    void close() {
        boost::system::error_code ignored;
        tcp_.socket().close(ignored);
        buffer_.clear();
        open_ = false;
    }

  private:
    awaitable<void> connect() {
        close();
        const auto found = co_await resolver_.async_resolve(site_.host, site_.port, use_awaitable);
        tcp_.expires_after(kDeadline);
        co_await tcp_.async_connect(found, use_awaitable);
        tcp_.socket().set_option(tcp::no_delay{true});
        open_ = true;
    }

    tcp::resolver resolver_;
    boost::beast::tcp_stream tcp_;
    boost::beast::flat_buffer buffer_;
    const SiteAddress& site_;
    const TimeSource& time_;
    bool open_ = false;
    Duration used_at_{};
};

SiteConnection::SiteConnection(asio::io_context& loop, const SiteAddress& site,
                               const TimeSource& time)
    : stream_(std::make_unique<Stream>(loop, site, time)) {}

SiteConnection::~SiteConnection() = default;

awaitable<SiteExchange> SiteConnection::call(SiteCall call, std::string cookies) {
    try {
        co_return co_await stream_->exchange(call, cookies);
    } catch (const std::exception&) {
        stream_->close();
    }
    co_return SiteExchange{};
}

}  // namespace onsale::crowd
