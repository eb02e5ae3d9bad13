#pragma once

#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "base/time.hpp"

namespace onsale::http {

// Escapes untrusted text for a page. Safe between tags and inside double quotes. Use it for all
// such text.
std::string escape_html(std::string_view text);

// Formats 41207 as "41,207".
std::string grouped(std::uint64_t value);

// A <time> element in the event's time zone when its offset is known, otherwise in UTC. The page's
// script converts it to the reader's format.
std::string time_element(Instant instant, std::string_view time_zone);

// "about 5 minutes".
std::string about(std::chrono::seconds duration, Language language);

struct PageFrame {
    Language language = Language::kEnglish;
    std::string title;         // Not yet escaped.
    std::string path;          // Path of this page without the language: "/?plain=1".
    std::string refresh = "";  // Seconds after which a browser without script reloads.
};

// The whole document around `main`, which is HTML already.
std::string framed(const PageFrame& frame, std::string_view main);

}  // namespace onsale::http
