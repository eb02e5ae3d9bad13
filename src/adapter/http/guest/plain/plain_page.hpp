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

// Lists every event that is not archived, with its state and opening time.
std::string home_page(Language language, const waiting_room::RoomView& view);

struct QueuePage {
    Language language = Language::kEnglish;
    const waiting_room::LineView* line = nullptr;
    std::optional<waiting_room::QueueAnswer> answer{};  // Nullopt: this guest has not entered.
    bool leaving = false;  // Left less than a minute ago: joining restores the place.
    Degraded degraded = Degraded::kNo;
    std::optional<SeatFigures> seats{};  // Nullopt: the event hides its seats.
    std::optional<ErrorCode> refused{};  // The error of the guest's last form.
};

std::string queue_page(const QueuePage& page, Instant now);

// For requests without a page: unknown event, unknown address, too many requests.
std::string error_page(Language language, ErrorCode code);

}  // namespace onsale::http
