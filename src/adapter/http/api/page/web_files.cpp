#include "adapter/http/api/page/web_files.hpp"

#include <algorithm>
#include <string>

#include "adapter/http/api/context/gzip.hpp"
#include "adapter/http/transport/message/entity_tag.hpp"
#include "base/assert.hpp"

namespace onsale::http {
namespace {

constexpr std::array<std::string_view, kWebPages> kPageNames = {
    "home", "event", "queue", "seats", "book", "payment", "bookings", "booking", "admin"};

struct Variant {
    std::string_view body;
    std::string_view encoding;  // Empty: not compressed.
};

// The smallest variant that the client accepts. All were compressed at build time.
Variant variant_for(const Request& request, const WebFile& file) {
    if (!file.brotli.empty() && accepts_encoding(request, "br")) return {file.brotli, "br"};
    if (!file.gzip.empty() && accepts_encoding(request, "gzip")) return {file.gzip, "gzip"};
    return {file.body, ""};
}

// Strong tags: different bytes have different tags, so each encoding has its own (RFC 9110 8.8.3).
std::string tag_of(const WebFile& file, const Variant& variant) {
    std::string tag = '"' + std::string{file.hash};
    if (!variant.encoding.empty()) tag += '-' + std::string{variant.encoding};
    return tag + '"';
}

std::size_t index_of(Language language) {
    return language == Language::kKorean ? 1 : 0;
}

}  // namespace

WebFiles::WebFiles(std::span<const WebFile> files) : files_(files) {
    ONSALE_ASSERT(std::ranges::is_sorted(files, {}, &WebFile::name));
    for (const Language language : {Language::kEnglish, Language::kKorean}) {
        const std::string folder = language == Language::kKorean ? "pages/ko/" : "pages/en/";
        for (std::size_t page = 0; page < kWebPages; ++page)
            pages_[index_of(language)][page] =
                find(folder + std::string{kPageNames[page]} + ".html");
    }
}

const WebFile* WebFiles::page(WebPage page, Language language) const {
    return pages_[index_of(language)][static_cast<std::size_t>(page)];
}

const WebFile* WebFiles::asset(std::string_view path) const {
    return path.starts_with("/assets/") ? find(path.substr(1)) : nullptr;
}

const WebFile* WebFiles::find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(files_, name, {}, &WebFile::name);
    return found != files_.end() && found->name == name ? &*found : nullptr;
}

void send_web_file(const Request& request, Reply& reply, const WebFile& file,
                   std::string_view headers) {
    const Variant variant = variant_for(request, file);
    const std::string tag = tag_of(file, variant);
    std::string lines{headers};
    lines += "Vary: Accept-Encoding\r\nETag: " + tag + "\r\n";
    if (names_tag(request.header("if-none-match"), tag))
        return reply.answer({.status = 304, .headers = lines});
    if (!variant.encoding.empty())
        lines += "Content-Encoding: " + std::string{variant.encoding} + "\r\n";
    reply.answer({.content_type = file.content_type, .headers = lines, .body = variant.body});
}

}  // namespace onsale::http
