#pragma once

#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "base/time.hpp"

namespace onsale::http {

// The one way for text from people into a page; safe between tags and inside double quotes.
std::string escape_html(std::string_view text);

// 41207 as "41,207".
std::string grouped(std::uint64_t value);

// A <time> element in the event's zone where we know its offset, else in UTC; the page's script
// turns it into the reader's own way of writing times.
std::string time_element(Instant instant, std::string_view time_zone);

// "about 5 minutes".
std::string about(std::chrono::seconds duration, Language language);

struct PageFrame {
    Language language = Language::kEnglish;
    std::string title;         // Not yet escaped.
    std::string path;          // Of this page without the language: "/?plain=1".
    std::string refresh = "";  // Seconds after which a browser without script asks again.
};

// The whole document around `main`, which is HTML already.
std::string framed(const PageFrame& frame, std::string_view main);

}  // namespace onsale::http
