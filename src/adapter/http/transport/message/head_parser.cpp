#include "adapter/http/transport/message/head_parser.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "adapter/http/transport/message/header_fields.hpp"
#include "base/text/ascii.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kMethodMax = 16;

enum CharClass : std::uint8_t { kToken = 1, kTarget = 2, kValue = 4 };

constexpr std::array<std::uint8_t, 256> make_char_classes() {
    std::array<std::uint8_t, 256> classes{};
    const std::string_view marks = "!#$%&'*+-.^_`|~";
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const char letter = static_cast<char>(c);
        const bool alnum = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                           (letter >= 'A' && letter <= 'Z');
        if (alnum || (c < 0x80 && marks.contains(letter))) classes[c] |= kToken;
        // A fragment is never sent. Some parsers treat a backslash as a slash.
        if (c > 0x20 && c < 0x7f && letter != '#' && letter != '\\') classes[c] |= kTarget;
        if (c == '\t' || (c >= 0x20 && c != 0x7f)) classes[c] |= kValue;
    }
    return classes;
}

constexpr auto kCharClasses = make_char_classes();

bool is(char c, CharClass wanted) {
    return (kCharClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

// Whether one of eight bytes is below a space or is DEL. Bit tricks from "Hacker's Delight".
bool has_control(std::uint64_t bytes) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const std::uint64_t below_space = (bytes - kOnes * 0x20) & ~bytes;
    const std::uint64_t zero_for_delete = bytes ^ (kOnes * 0x7f);
    const std::uint64_t is_delete = (zero_for_delete - kOnes) & ~zero_for_delete;
    return ((below_space | is_delete) & (kOnes * 0x80)) != 0;
}

Method method_of(std::string_view name) {
    if (name == "GET") return Method::kGet;
    if (name == "POST") return Method::kPost;
    if (name == "HEAD") return Method::kHead;
    if (name == "PUT") return Method::kPut;
    if (name == "DELETE") return Method::kDelete;
    if (name == "PATCH") return Method::kPatch;
    if (name == "OPTIONS") return Method::kOptions;
    return Method::kOther;
}

// Walks the bytes once from left to right. Every step either advances or decides the outcome.
// Running out of bytes gives "need more", so the outcome of a prefix never contradicts that of the
// whole.
class HeadReader {
  public:
    HeadReader(std::string_view bytes, const HeadLimits& limits, RequestHead& head)
        : bytes_(bytes.substr(0, limits.head_max)), limits_(limits), head_(head) {}

    HeadOutcome run() {
        if (!read_request_line() || !read_headers()) return outcome_;
        head_.size = at_;
        if (const auto refusal = fields_.conclude(head_)) return {HeadState::kRefused, *refusal};
        return {HeadState::kParsed, Refusal::kHeadMalformed};
    }

  private:
    bool refuse(Refusal refusal) {
        outcome_ = {HeadState::kRefused, refusal};
        return false;
    }

    // At the end of the bytes: wait for more, unless the maximum size is reached.
    bool starve() {
        if (bytes_.size() < limits_.head_max) return false;
        return refuse(in_request_line_ ? Refusal::kUriTooLong : Refusal::kHeadersTooLarge);
    }

    bool at_end() const { return at_ == bytes_.size(); }

    std::string_view take_while(CharClass wanted) {
        const auto foreign = std::find_if_not(bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              bytes_.end(), [&](char c) { return is(c, wanted); });
        const std::size_t start = at_;
        at_ = static_cast<std::size_t>(foreign - bytes_.begin());
        return bytes_.substr(start, at_ - start);
    }

    // Most of a head is values, and most of a value is plain text, so it scans eight bytes at a
    // time.
    std::string_view take_value() {
        const std::size_t start = at_;
        for (std::uint64_t eight = 0; bytes_.size() - at_ >= sizeof eight; at_ += sizeof eight) {
            std::memcpy(&eight, bytes_.data() + at_, sizeof eight);
            if (has_control(eight)) break;
        }
        take_while(kValue);
        return bytes_.substr(start, at_ - start);
    }

    bool expect(char wanted) {
        if (at_end()) return starve();
        if (bytes_[at_] != wanted) return refuse(Refusal::kHeadMalformed);
        ++at_;
        return true;
    }

    bool expect_line_end() { return expect('\r') && expect('\n'); }

    bool read_request_line() {
        const std::string_view method = take_while(kToken);
        if (method.size() > kMethodMax) return refuse(Refusal::kHeadMalformed);
        if (method.empty() && !at_end()) return refuse(Refusal::kHeadMalformed);
        if (!expect(' ')) return false;
        const std::string_view target = take_while(kTarget);
        if (target.size() > limits_.target_max) return refuse(Refusal::kUriTooLong);
        if (target.empty() && !at_end()) return refuse(Refusal::kHeadMalformed);
        if (!expect(' ') || !read_version()) return false;
        head_.method = method_of(method);
        in_request_line_ = false;
        return read_target(target);
    }

    bool read_version() {
        for (const char letter : std::string_view{"HTTP/"}) {
            if (!expect(letter)) return false;
        }
        char major = 0;
        char minor = 0;
        if (!read_digit(major) || !expect('.') || !read_digit(minor) || !expect_line_end()) {
            return false;
        }
        if (major != '1' || (minor != '0' && minor != '1')) {
            return refuse(Refusal::kVersionNotSupported);
        }
        head_.http_1_0 = minor == '0';
        return true;
    }

    bool read_digit(char& digit) {
        if (at_end()) return starve();
        digit = bytes_[at_];
        if (digit < '0' || digit > '9') return refuse(Refusal::kHeadMalformed);
        ++at_;
        return true;
    }

    // Checked after the version, so that an HTTP/2 preface ("PRI * HTTP/2.0") gets the correct
    // error.
    bool read_target(std::string_view target) {
        const bool server_wide = target == "*" && head_.method == Method::kOptions;
        if (target.front() != '/' && !server_wide) return refuse(Refusal::kTargetRefused);
        const std::size_t mark = target.find('?');
        head_.path = target.substr(0, mark);
        head_.query = mark == std::string_view::npos ? std::string_view{} : target.substr(mark + 1);
        return true;
    }

    bool read_headers() {
        while (true) {
            if (at_end()) return starve();
            if (bytes_[at_] == '\r') return expect_line_end();
            if (head_.header_count == kHeadersMax) return refuse(Refusal::kHeadersTooLarge);
            if (!read_header()) return false;
        }
    }

    bool read_header() {
        const std::string_view name = take_while(kToken);
        // Also rejects folded lines (a leading space) and a space before the colon.
        if (name.empty()) return refuse(Refusal::kHeadMalformed);
        if (!expect(':')) return false;
        const std::string_view value = trimmed(take_value());
        if (!expect_line_end()) return false;
        const Header header{name, value};
        if (const auto refusal = fields_.note(header, head_)) return refuse(*refusal);
        head_.header_array[head_.header_count++] = header;
        return true;
    }

    std::string_view bytes_;
    const HeadLimits& limits_;
    RequestHead& head_;
    HeaderFields fields_;
    HeadOutcome outcome_;
    std::size_t at_ = 0;
    bool in_request_line_ = true;
};

}  // namespace

HeadOutcome parse_head(std::string_view bytes, const HeadLimits& limits, RequestHead& head) {
    head.header_count = 0;
    head.framing = Framing::kNone;
    head.content_length = 0;
    head.expects_continue = false;
    return HeadReader{bytes, limits, head}.run();
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
    return std::ranges::equal(text, lower, {}, ascii_lower);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

}  // namespace onsale::http
