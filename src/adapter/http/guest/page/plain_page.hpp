#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/context/seat_outlook.hpp"
#include "adapter/http/api/error/api_error.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// The plain pages of the waiting room as HTML. They work without JavaScript: a button is a form
// that POSTs to the page's own address with action=enter or action=leave. Enter also sends `code`,
// `proofChallenge` and `proofNonce` when required. The page reloads itself.

inline constexpr std::string_view kPageContentType = "text/html; charset=utf-8";

// Header lines of every page. No foreign content is run or loaded, and no other site can frame us.
// Referrer-Policy is not stricter, because Origin would then be "null" in our own forms.
inline constexpr std::string_view kPageHeaders =
    "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'\r\n"
    "Referrer-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

// "/ko" or "/en": the language is in the path, so that caches need not look at headers.
std::string_view language_prefix(Language language);

// Lists every event that is not archived, with its state and opening time.
std::string home_page(Language language, const waiting_room::RoomView& view);

struct QueuePage {
    Language language = Language::kEnglish;
    const waiting_room::LineView* line = nullptr;
    std::optional<waiting_room::QueueAnswer> answer{};  // Nothing: this guest has not entered.
    bool leaving = false;  // Left less than a minute ago: joining restores the place.
    Degraded degraded = Degraded::kNo;
    std::optional<SeatFigures> seats{};  // Nothing: the event hides its seats.
    std::optional<ErrorCode> refused{};  // The error of the guest's last form.
};

std::string queue_page(const QueuePage& page, Instant now);

// For requests without a page: unknown event, unknown address, too many requests.
std::string error_page(Language language, ErrorCode code);

}  // namespace onsale::http
