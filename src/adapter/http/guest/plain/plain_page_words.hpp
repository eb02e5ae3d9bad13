#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "sale/advice/odds.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// All texts of the pages in one language. Members with {} are fmt patterns.
struct PageWords {
    std::string_view skip;
    std::string_view language;
    std::string_view events;
    std::string_view no_events;
    std::string_view opens;
    std::string_view lobby_opens;
    std::string_view to_queue;
    std::string_view position;
    std::string_view ahead;
    std::string_view behind;
    std::string_view wait;
    std::string_view per_minute;
    std::string_view seats_free;
    std::string_view seats_may_return;
    std::string_view seats;        // An exact count.
    std::string_view about_seats;  // A rough count.
    std::string_view chance;
    std::string_view chance_reason;  // With the chance, the seats and the guests.
    std::array<std::string_view, kWords<sale::Odds>.size()> chances;
    std::string_view keep_until;
    std::string_view enter_until;
    std::string_view not_drawn;
    std::string_view join;
    std::string_view join_again;
    std::string_view go_in;
    std::string_view leave;
    std::string_view leave_question;
    std::string_view leave_now;
    std::string_view left_just_now;
    std::string_view code;
    std::string_view fifo;
    std::string_view shuffle;
    std::string_view stale;
    std::string_view working;
    std::string_view degraded;
    std::string_view demo;
    std::string_view back;
    std::string_view error_title;
    std::string_view your_turn;
    std::string_view under_a_minute;
    std::string_view about_minutes;
    std::string_view about_hours;
};

const PageWords& words_in(Language language);

std::string_view lifecycle_words(waiting_room::Lifecycle lifecycle, Language language);

// One sentence about the state of a guest with a place.
std::string_view status_words(const waiting_room::QueueAnswer& answer,
                              waiting_room::OrderPolicy order, Language language);

}  // namespace onsale::http
