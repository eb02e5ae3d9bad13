#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/guest/page/web_files.hpp"

namespace onsale::http {

// Where a page is: "/ko/events/demo/seats", or without the language, which the browser then
// chooses.
struct PageAddress {
    std::optional<Language> language;
    WebPage page = WebPage::kHome;
    std::string_view id{};  // Of the event, the order or the booking, as written; unchecked.

    // In this language, as links and redirects name it.
    std::string path_in(Language shown) const;
    // The same page written by the server, for browsers without script.
    std::string plain_path_in(Language shown) const { return path_in(shown) + "?plain=1"; }
};

// Nothing where no page can be. The path is not always the one that links name: an older name
// leads to the same page.
std::optional<PageAddress> parse_page_address(std::string_view path);

// As addresses write it: "ko".
std::optional<Language> language_named(std::string_view word);

// The language that the path says, else the browser's.
Language page_language(const Request& request);

}  // namespace onsale::http
