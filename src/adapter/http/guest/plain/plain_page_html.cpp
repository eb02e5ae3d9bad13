#include "adapter/http/guest/plain/plain_page_html.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/plain_page_assets.hpp"
#include "adapter/http/guest/plain/plain_page.hpp"
#include "adapter/http/guest/plain/plain_page_words.hpp"
#include "base/time_text.hpp"

namespace onsale::http {
namespace {

// The standard library in use has no time zone data. Korea has had one offset since 1988.
constexpr std::string_view kSeoul = "Asia/Seoul";
constexpr std::chrono::hours kSeoulOffset{9};

struct Entity {
    char character;
    std::string_view written;
};
constexpr std::array<Entity, 5> kEntities = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};

std::string language_link(const PageFrame& frame, Language to, std::string_view name) {
    const std::string_view code = language_prefix(to).substr(1);
    const bool current = frame.language == to;
    return fmt::format(R"(<a href="{}{}" lang="{}" hreflang="{}"{}>{}</a>)", language_prefix(to),
                       escape_html(frame.path), code, code, current ? " aria-current=\"true\"" : "",
                       name);
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        const auto found = std::ranges::find(kEntities, c, &Entity::character);
        if (found != kEntities.end())
            escaped += found->written;
        else
            escaped += c;
    }
    return escaped;
}

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t from_end = 3; from_end < text.size(); from_end += 4)
        text.insert(text.size() - from_end, ",");
    return text;
}

std::string time_element(Instant instant, std::string_view time_zone) {
    const bool seoul = time_zone == kSeoul;
    const Instant shown = instant + (seoul ? Duration{kSeoulOffset} : Duration{0});
    const std::string text = format_iso_time(shown);
    return fmt::format(R"(<time datetime="{}" data-zone="{}">{} {} {}</time>)",
                       format_iso_time(instant), escape_html(time_zone), text.substr(0, 10),
                       text.substr(11, 5), seoul ? "KST" : "UTC");
}

std::string about(std::chrono::seconds duration, Language language) {
    const PageWords& words = words_in(language);
    const auto seconds = duration.count();
    if (seconds < 60) return std::string{words.under_a_minute};
    const auto minutes = (seconds + 59) / 60;
    if (minutes < 120) return fmt::format(fmt::runtime(words.about_minutes), minutes);
    return fmt::format(fmt::runtime(words.about_hours), (minutes + 30) / 60);
}

std::string framed(const PageFrame& frame, std::string_view main) {
    const PageWords& words = words_in(frame.language);
    const std::string refresh =
        frame.refresh.empty()
            ? ""
            : fmt::format(R"(<noscript><meta http-equiv="refresh" content="{}"></noscript>)"
                          "\n",
                          frame.refresh);
    return fmt::format(R"(<!doctype html>
<html lang="{}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
{}<link rel="icon" href="{}">
<link rel="stylesheet" href="{}">
<script src="{}" defer></script>
</head>
<body>
<a class="skip" href="#main">{}</a>
<header><a class="brand" href="{}/">Onsale</a><nav aria-label="{}">{}{}</nav></header>
<main id="main">
{}</main>
</body>
</html>
)",
                       language_prefix(frame.language).substr(1), escape_html(frame.title), refresh,
                       icon_path(), style_path(), script_path(), words.skip,
                       language_prefix(frame.language), words.language,
                       language_link(frame, Language::kKorean, "한국어"),
                       language_link(frame, Language::kEnglish, "English"), main);
}

}  // namespace onsale::http
