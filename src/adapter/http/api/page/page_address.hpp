#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/api/page/web_files.hpp"

namespace onsale::http {

// "/ko" or "/en": the language is in the path, so that caches need not look at headers.
std::string_view language_prefix(Language language);

// The address of a page: "/ko/events/demo/seats". Without the language, the browser's preference
// decides.
struct PageAddress {
    std::optional<Language> language;
    WebPage page = WebPage::kHome;
    std::string_view id{};  // Id of the event, the order or the booking, as written; not validated.

    // The canonical path in this language, for links and redirects.
    std::string path_in(Language shown) const;
    // Address of the page as the server renders it, for browsers without JavaScript.
    std::string plain_path_in(Language shown) const { return path_in(shown) + "?plain=1"; }
};

// std::nullopt when no page can have this path. The path may differ from the canonical one, because
// older names are accepted too.
std::optional<PageAddress> parse_page_address(std::string_view path);

// Parses a language as addresses write it: "ko".
std::optional<Language> language_named(std::string_view word);

// The language in the path, otherwise the browser's preference.
Language page_language(const Request& request);

}  // namespace onsale::http
