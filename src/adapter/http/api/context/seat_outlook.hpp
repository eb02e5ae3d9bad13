#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "sale/advice/buying_rates.hpp"
#include "sale/advice/odds.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// How guests of an event buy, as far as this loop has seen.
sale::BuyingRates buying_rates(const LoopContext& context, waiting_room::EventId event,
                               const waiting_room::LineView& line);

// As the event shows it: rounded to its first digit where that is rough.
std::uint64_t shown_count(std::uint64_t count, sale::LeftShown shown);

// What somebody would be told who joined now.
waiting_room::QueueAnswer newcomers_answer(const waiting_room::LineView& line);

// The same as numbers, for pages.
struct SeatFigures {
    struct Chance {
        sale::Odds odds{};
        std::uint64_t seats = 0;   // Free, and of the others as many as usually come back.
        std::uint64_t ahead = 0;   // In the line, as the answer says it.
        std::uint64_t inside = 0;  // Let in and still without seats: they choose first too.
    };
    std::uint64_t free = 0;
    std::uint64_t may_return = 0;
    bool rough = false;
    std::optional<Chance> chance{};  // For who has a place.
};

// What queue answers say about seats: free, may return and odds, as finely as the event allows.
// A poll takes a text that was made at most a second ago; nothing is reckoned for it but which of
// four.
// Thread safety: one per loop.
class SeatNews {
  public:
    struct Asked {
        waiting_room::EventId event;
        const waiting_room::LineView& line;
        const waiting_room::QueueAnswer& answer;
        Instant now;
    };

    // JSON members, each with its comma before it; empty for an event without halls. Valid until
    // the next call.
    std::string_view about(const LoopContext& context, const Asked& asked);
    // Nothing for an event without halls, or one that does not show its seats.
    std::optional<SeatFigures> figures(const LoopContext& context, const Asked& asked);
    // The operator's words to who holds seats or has paid; empty for everybody else.
    // REQUIRES: after about() for the same guest.
    std::string_view message_to(waiting_room::Number number, const Asked& asked) const;

  private:
    struct Entry {
        std::int64_t second = -1;
        bool sold_out = false;
        bool shown = false;
        // With so many ahead in the line it is still likely, or even.
        std::int64_t likely_ahead_max = -1;
        std::int64_t even_ahead_max = -1;
        SeatFigures figures;  // As shown; the chance with nobody ahead in the line.
        std::string seats;
        std::array<std::string, sale::kOddsWords.size()> with_odds;
        std::string message_holding;
        std::string message_paid;
    };

    // Null where nothing is told.
    const Entry* current(const LoopContext& context, const Asked& asked);
    static std::optional<sale::Odds> odds(const Entry& entry,
                                          const waiting_room::QueueAnswer& answer);
    static void refresh(Entry& entry, const LoopContext& context, const Asked& asked);
    static void render(Entry& entry, const sale::OddsInput& input, sale::LeftShown shown);

    std::vector<Entry> entries_;  // By EventId, which are small.
};

}  // namespace onsale::http
