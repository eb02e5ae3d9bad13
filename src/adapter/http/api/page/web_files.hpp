#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// One file of the built web pages: its bytes, and compressed copies when they are smaller.
struct WebFile {
    std::string_view name;  // "assets/queue-AB12CD.js" or "pages/en/queue.html".
    std::string_view content_type;
    std::string_view hash;  // Hash of the body. The entity tags are derived from it.
    std::string_view body;
    std::string_view gzip{};    // Empty: not smaller.
    std::string_view brotli{};  // Empty: not smaller.
};

enum class WebPage : std::uint8_t {
    kHome,
    kEvent,
    kQueue,
    kSeats,
    kBook,
    kPayment,
    kBookings,
    kBooking,
    kAdmin,
};
constexpr std::size_t kWebPages = static_cast<std::size_t>(WebPage::kAdmin) + 1;

// The web pages in memory. A page is the same for everybody and for every event. Personal data
// comes from the API.
// Thread safety: any thread.
class WebFiles {
  public:
    // REQUIRES: sorted by name; outlives this.
    explicit WebFiles(std::span<const WebFile> files);

    // Null when it was not built.
    const WebFile* page(WebPage page, Language language) const;
    // The file of "/assets/..."; null if there is none.
    const WebFile* asset(std::string_view path) const;

  private:
    const WebFile* find(std::string_view name) const;

    std::span<const WebFile> files_;
    std::array<std::array<const WebFile*, kWebPages>, 2> pages_{};
};

// Sends the file in the best encoding that the client accepts, or 304 when the client has it
// already. `headers`: lines in addition to those about the encoding and the tag.
void send_web_file(const Request& request, Reply& reply, const WebFile& file,
                   std::string_view headers);

}  // namespace onsale::http
