#include "adapter/http/api/page/page_address.hpp"

#include <algorithm>
#include <array>

namespace onsale::http {
namespace {

// The text before and after the id. Without `after` there is no id.
struct Form {
    WebPage page;
    std::string_view before;
    std::optional<std::string_view> after{};
};

// The first form of a page is the canonical one.
constexpr std::array kForms = std::to_array<Form>({
    {WebPage::kHome, "/"},
    {WebPage::kHome, ""},
    {WebPage::kEvent, "/events/", ""},
    {WebPage::kSeats, "/events/", "/seats"},
    {WebPage::kBook, "/events/", "/book"},
    {WebPage::kQueue, "/queue/", ""},
    {WebPage::kPayment, "/payment/", ""},
    {WebPage::kPayment, "/orders/", ""},
    {WebPage::kBookings, "/bookings"},
    {WebPage::kBooking, "/bookings/", ""},
    {WebPage::kAdmin, "/admin"},
});

// The characters of event keys, order codes and booking numbers. Accepting others would only fill
// caches.
bool is_id(std::string_view text) {
    constexpr std::size_t kIdMax = 64;
    return !text.empty() && text.size() <= kIdMax && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

std::optional<std::string_view> id_in(const Form& form, std::string_view path) {
    if (!form.after) return path == form.before ? std::optional{std::string_view{}} : std::nullopt;
    if (!path.starts_with(form.before) || !path.ends_with(*form.after) ||
        path.size() <= form.before.size() + form.after->size())
        return std::nullopt;
    path.remove_prefix(form.before.size());
    path.remove_suffix(form.after->size());
    return is_id(path) ? std::optional{path} : std::nullopt;
}

// Removes the language from the path.
std::optional<Language> take_language(std::string_view& path) {
    for (const Language language : {Language::kEnglish, Language::kKorean}) {
        const std::string_view prefix = language_prefix(language);
        if (!path.starts_with(prefix)) continue;
        const std::string_view rest = path.substr(prefix.size());
        if (!rest.empty() && rest[0] != '/') continue;
        path = rest;
        return language;
    }
    return std::nullopt;
}

}  // namespace

std::string_view language_prefix(Language language) {
    return language == Language::kKorean ? "/ko" : "/en";
}

std::string PageAddress::path_in(Language shown) const {
    const auto form = std::ranges::find(kForms, page, &Form::page);
    std::string path{language_prefix(shown)};
    path += form->before;
    path += id;
    path += form->after.value_or("");
    return path;
}

std::optional<PageAddress> parse_page_address(std::string_view path) {
    const std::optional<Language> language = take_language(path);
    for (const Form& form : kForms)
        if (const auto id = id_in(form, path)) return PageAddress{language, form.page, *id};
    return std::nullopt;
}

std::optional<Language> language_named(std::string_view word) {
    for (const Language language : {Language::kEnglish, Language::kKorean})
        if (language_prefix(language).substr(1) == word) return language;
    return std::nullopt;
}

Language page_language(const Request& request) {
    std::string_view path = request.path;
    const auto said = take_language(path);
    return said ? *said : language_of(request);
}

}  // namespace onsale::http
