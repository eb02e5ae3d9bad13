// Images that operators uploaded, visible to everybody.
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/event/routes.hpp"

namespace onsale::http {
namespace {

// A name is the hash of the content, so an answer stays valid forever. The policy prevents an image
// that is opened directly from loading or running anything.
constexpr std::string_view kImageHeaders =
    "Cache-Control: public, max-age=31536000, immutable\r\n"
    "Content-Security-Policy: default-src 'none'; sandbox\r\n"
    "Cross-Origin-Resource-Policy: cross-origin\r\n";

}  // namespace

void get_image(GuestContext& guest, const Request& request, Reply& reply) {
    constexpr std::string_view kPrefix = "/images/";
    if (!request.query.empty())
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language_of(request));
    const auto image = guest.context.images != nullptr
                           ? guest.context.images->find(request.path.substr(kPrefix.size()))
                           : nullptr;
    if (image == nullptr)
        return refuse(guest, reply, ErrorCode::kImageNotFound, language_of(request));
    reply.answer(
        {.content_type = image->content_type, .headers = kImageHeaders, .body = image->bytes});
}

}  // namespace onsale::http
