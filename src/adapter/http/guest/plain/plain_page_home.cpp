#include <fmt/format.h>

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/guest/plain/plain_page.hpp"
#include "adapter/http/guest/plain/plain_page_html.hpp"
#include "adapter/http/guest/plain/plain_page_words.hpp"

namespace onsale::http {
namespace {

using waiting_room::EventSettings;
using waiting_room::LineView;

// Maximum number of events on the page. This page is not a search.
constexpr std::size_t kEventsShownMax = 200;

std::string row(Language language, const LineView& line) {
    const PageWords& words = words_in(language);
    const EventSettings& settings = line.settings();
    std::string by = escape_html(settings.artist);
    if (!settings.venue.empty()) by += (by.empty() ? "" : " · ") + escape_html(settings.venue);
    return fmt::format(R"(<li class="card"><span class="tag">{}</span>
<h2>{}</h2>
<p class="soft">{}</p>
<p>{}: {}</p>
<a class="button" href="{}/queue/{}?plain=1">{}</a></li>
)",
                       lifecycle_words(line.lifecycle(), language), escape_html(settings.title), by,
                       words.opens, time_element(settings.opens_at, settings.time_zone),
                       language_prefix(language), escape_html(settings.key), words.to_queue);
}

}  // namespace

std::string home_page(Language language, const waiting_room::RoomView& view) {
    const PageWords& words = words_in(language);
    std::string rows;
    std::size_t shown = 0;
    for (const auto& [id, line] : view) {
        if (!line->shown_to_guests() || shown == kEventsShownMax) continue;
        rows += row(language, *line);
        ++shown;
    }
    std::string main = fmt::format("<h1>{}</h1>\n", words.events);
    main += shown == 0 ? fmt::format("<p>{}</p>\n", words.no_events)
                       : fmt::format("<ul class=\"list\">\n{}</ul>\n", rows);
    return framed({language, "Onsale", "/?plain=1"}, main);
}

std::string error_page(Language language, ErrorCode code) {
    const PageWords& words = words_in(language);
    const ErrorEntry& error = entry(code);
    return framed(
        {language, std::string{words.error_title}, "/"},
        fmt::format("<h1>{}</h1>\n<p class=\"note bad\">{}</p>\n<p><a href=\"{}/\">{}</a>"
                    "</p>\n",
                    words.error_title, language == Language::kKorean ? error.korean : error.english,
                    language_prefix(language), words.back));
}

}  // namespace onsale::http
