#include "adapter/http/transport/message/response_writer.hpp"

#include <array>
#include <charconv>
#include <ctime>

namespace onsale::http {
namespace {

constexpr long long kMsPerSecond = 1000;

std::string_view reason_of(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 201:
            return "Created";
        case 202:
            return "Accepted";
        case 204:
            return "No Content";
        case 301:
            return "Moved Permanently";
        case 302:
            return "Found";
        case 303:
            return "See Other";
        case 304:
            return "Not Modified";
        case 307:
            return "Temporary Redirect";
        case 308:
            return "Permanent Redirect";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 406:
            return "Not Acceptable";
        case 408:
            return "Request Timeout";
        case 409:
            return "Conflict";
        case 410:
            return "Gone";
        case 412:
            return "Precondition Failed";
        case 413:
            return "Content Too Large";
        case 414:
            return "URI Too Long";
        case 415:
            return "Unsupported Media Type";
        case 417:
            return "Expectation Failed";
        case 421:
            return "Misdirected Request";
        case 422:
            return "Unprocessable Content";
        case 425:
            return "Too Early";
        case 428:
            return "Precondition Required";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 501:
            return "Not Implemented";
        case 503:
            return "Service Unavailable";
        case 505:
            return "HTTP Version Not Supported";
    }
    return "Status";  // Clients ignore the phrase, but the line needs one.
}

void append_number(std::string& out, unsigned long long number) {
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

bool never_has_body(int status) {
    return status == 204 || status == 304;
}

}  // namespace

void ResponseWriter::set_time(Instant wall) {
    const long long second = to_ms(wall) / kMsPerSecond;
    if (second == second_) return;
    second_ = second;
    const std::time_t moment = static_cast<std::time_t>(second);
    std::tm parts{};
    gmtime_r(&moment, &parts);
    std::array<char, 64> date;
    const std::size_t size =
        std::strftime(date.data(), date.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    common_ = "Date: ";
    common_.append(date.data(), size);
    common_ += "\r\nX-Content-Type-Options: nosniff\r\n";
    common_ += always_;
}

void ResponseWriter::append_status_line(std::string& out, int status) const {
    if (status == 200) {
        out += "HTTP/1.1 200 OK\r\n";
        return;
    }
    out += "HTTP/1.1 ";
    append_number(out, static_cast<unsigned long long>(status));
    out += ' ';
    out += reason_of(status);
    out += "\r\n";
}

void ResponseWriter::append(std::string& out, const Answer& answer, AnswerShape shape,
                            std::string_view request_id) const {
    append_status_line(out, answer.status);
    out += common_;
    if (!never_has_body(answer.status)) {
        out += "Content-Type: ";
        out += answer.content_type;
        out += "\r\nContent-Length: ";
        append_number(out, answer.body.size());
        out += "\r\n";
    }
    if (!shape.keep_alive) {
        out += "Connection: close\r\n";
    } else if (shape.http_1_0) {
        out += "Connection: keep-alive\r\n";
    }
    if (!request_id.empty()) {
        out += "X-Request-Id: ";
        out += request_id;
        out += "\r\n";
    }
    out += answer.headers;
    out += "\r\n";
    if (!shape.without_body && !never_has_body(answer.status)) out += answer.body;
}

void ResponseWriter::append_refusal(std::string& out, Refusal refusal,
                                    std::string_view request_id) const {
    const RefusalText& text = text_of(refusal);
    std::string headers = "Cache-Control: no-store\r\n";
    if (text.retry_after_s > 0) {
        headers += "Retry-After: ";
        append_number(headers, static_cast<unsigned long long>(text.retry_after_s));
        headers += "\r\n";
    }
    append(out, {.status = text.status, .headers = headers, .body = text.body},
           {.keep_alive = false}, request_id);
}

void ResponseWriter::append_stream_head(std::string& out, std::string_view headers) const {
    append_status_line(out, 200);
    out += common_;
    out += "Content-Type: text/event-stream\r\nConnection: close\r\n";
    out += headers;
    out += "\r\n";
}

}  // namespace onsale::http
