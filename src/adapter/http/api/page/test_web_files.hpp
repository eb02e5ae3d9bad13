#pragma once

#include <array>

#include "adapter/http/api/page/web_files.hpp"

namespace onsale::http::testing {

// A few built files. The compressed bodies are fake, so that tests can distinguish them.
inline const WebFiles& test_web_files() {
    constexpr std::string_view kHtml = "text/html; charset=utf-8";
    static constexpr std::array kFiles = std::to_array<WebFile>({
        {"assets/queue-AB12.js", "text/javascript; charset=utf-8", "a1", "script", "gz", "br"},
        {"assets/tiny-CD34.css", "text/css; charset=utf-8", "a2", "tiny"},
        {"pages/en/admin.html", kHtml, "e0", "<p>admin</p>"},
        {"pages/en/book.html", kHtml, "e1", "<p>book</p>"},
        {"pages/en/booking.html", kHtml, "e2", "<p>booking</p>"},
        {"pages/en/bookings.html", kHtml, "e3", "<p>bookings</p>"},
        {"pages/en/event.html", kHtml, "e4", "<p>event</p>"},
        {"pages/en/home.html", kHtml, "e5", "<p>home</p>"},
        {"pages/en/payment.html", kHtml, "e6", "<p>payment</p>"},
        {"pages/en/queue.html", kHtml, "e7", "<p>queue</p>", "<gz>", "<br>"},
        {"pages/en/seats.html", kHtml, "e8", "<p>seats</p>"},
        {"pages/ko/admin.html", kHtml, "k0", "<p>ko admin</p>"},
        {"pages/ko/queue.html", kHtml, "k7", "<p>ko queue</p>"},
    });
    static const WebFiles files{kFiles};
    return files;
}

}  // namespace onsale::http::testing
