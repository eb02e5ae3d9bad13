#include "adapter/http/api/page/page_answers.hpp"

#include "adapter/http/api/page/plain_page_assets.hpp"

namespace onsale::http {
namespace {

std::string page_headers(const std::vector<std::string>& posts_to) {
    constexpr std::string_view kForms = "form-action 'self'";
    static_assert(kPageHeaders.contains(kForms));
    std::string origins;
    for (const std::string& origin : posts_to)
        origins += ' ' + origin;
    return std::string{kPageHeaders}.insert(kPageHeaders.find(kForms) + kForms.size(), origins);
}

}  // namespace

bool send_shell(const Request& request, Reply& reply, const WebFiles* web, WebPage page,
                Language language, const std::vector<std::string>& posts_to) {
    const WebFile* const shell = web != nullptr ? web->page(page, language) : nullptr;
    if (shell == nullptr) return false;
    const std::string headers = page_headers(posts_to) + "Cache-Control: public, max-age=10\r\n";
    send_web_file(request, reply, *shell, headers);
    return true;
}

bool send_asset(const Request& request, Reply& reply, const WebFiles* web) {
    if (const WebFile* const file = web != nullptr ? web->asset(request.path) : nullptr) {
        send_web_file(request, reply, *file, kAssetHeaders);
        return true;
    }
    const PageAsset* const plain = find_asset(request.path);
    if (plain == nullptr) return false;
    reply.answer(
        {.content_type = plain->content_type, .headers = kAssetHeaders, .body = plain->body});
    return true;
}

void send_elsewhere(Reply& reply, const std::string& path) {
    const std::string headers = "Cache-Control: no-store\r\nLocation: " + path + "\r\n";
    reply.answer({.status = 302, .headers = headers});
}

}  // namespace onsale::http
