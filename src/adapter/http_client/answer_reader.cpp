#include "adapter/http_client/answer_reader.hpp"

#include <utility>

namespace onsale::http_client {
namespace {

// Large sites send about 8 KiB and 40 lines.
constexpr std::size_t kHeadMax = 64 * 1024;
constexpr std::size_t kLinesMax = 128;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const auto from = text.find_first_not_of(kBlank);
    if (from == text.npos) return {};
    return text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

}  // namespace

// An answer may be preceded by others of status 1xx and followed by trailers. All of them count
// toward the limits; only the headers of the last head are kept.
bool AnswerReader::take_line(std::string_view line) {
    head_size_ += line.size();
    head_too_large_ = head_size_ > kHeadMax || ++lines_ > kLinesMax;
    if (head_too_large_) return false;
    const std::string_view text = trimmed(line);
    if (text.starts_with("HTTP/")) {
        answer_.headers.clear();
        part_ = Part::kHead;
    } else if (text.empty()) {
        part_ = Part::kBody;
    } else if (const auto colon = text.find(':'); part_ == Part::kHead && colon != text.npos) {
        answer_.headers.push_back(
            {std::string{text.substr(0, colon)}, std::string{trimmed(text.substr(colon + 1))}});
    }
    return true;
}

bool AnswerReader::take_body(std::string_view bytes) {
    body_too_large_ = bytes.size() > body_max_ - answer_.body.size();
    if (body_too_large_) return false;
    answer_.body.append(bytes);
    return true;
}

bool AnswerReader::is_end_marked(unsigned status) const {
    constexpr unsigned kNoContent = 204;
    constexpr unsigned kNotModified = 304;
    if (status == kNoContent || status == kNotModified) return true;
    return !answer_.header("Content-Length").empty() ||
           same_name(answer_.header("Transfer-Encoding"), "chunked");
}

Answer AnswerReader::finish(unsigned status) {
    answer_.status = status;
    return std::move(answer_);
}

}  // namespace onsale::http_client
