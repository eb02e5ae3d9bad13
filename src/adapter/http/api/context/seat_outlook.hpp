#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "sale/advice/odds.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// The count as the event shows it: rounded to its first digit when the event shows rough counts.
std::uint64_t shown_count(std::uint64_t count, sale::LeftShown shown);

// The numbers about seats, for pages.
struct SeatFigures {
    struct Chance {
        sale::Odds odds{};
        std::uint64_t seats = 0;   // Free seats, plus the expected number of returned ones.
        std::uint64_t ahead = 0;   // Guests ahead in the line, as in the answer.
        std::uint64_t inside = 0;  // Admitted guests without seats. They choose first too.
    };
    std::uint64_t free = 0;
    std::uint64_t may_return = 0;
    bool rough = false;
    std::optional<Chance> chance{};  // Only for a guest with a place.
};

// The part of queue answers about seats: free seats, possible returns and odds, with the precision
// that the event allows. A poll only picks one of four texts, which are at most a second old.
// Thread safety: one per loop.
class SeatOutlook {
  public:
    struct Asked {
        waiting_room::EventId event;
        const waiting_room::LineView& line;
        const waiting_room::QueueAnswer& answer;
        Instant now;
    };

    // JSON members, each preceded by a comma; empty for an event without halls. Valid until the
    // next call.
    std::string_view about(const LoopContext& context, const Asked& asked);
    // std::nullopt for an event without halls, or one that hides its seats.
    std::optional<SeatFigures> figures(const LoopContext& context, const Asked& asked);
    // The operator's message to guests that hold seats or have paid; empty for all others.
    // REQUIRES: called after about() for the same guest.
    std::string_view message_to(waiting_room::Number number, const Asked& asked) const;

  private:
    struct Entry {
        std::int64_t second = -1;
        bool sold_out = false;
        bool shown = false;
        sale::AheadLimits limits;
        SeatFigures figures;  // As shown. The chance is that with nobody ahead in the line.
        std::string seats;
        std::array<std::string, kWords<sale::Odds>.size()> with_odds;
        std::string message_holding;
        std::string message_paid;
    };

    // Null when nothing is shown.
    const Entry* current(const LoopContext& context, const Asked& asked);
    static std::optional<sale::Odds> odds(const Entry& entry,
                                          const waiting_room::QueueAnswer& answer);
    static void refresh(Entry& entry, const LoopContext& context, const Asked& asked);
    static void render(Entry& entry, const sale::OddsInput& input, sale::LeftShown shown);

    std::vector<Entry> entries_;  // Indexed by EventId; the ids are small.
};

}  // namespace onsale::http
