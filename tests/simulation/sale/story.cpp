#include "tests/simulation/sale/story.hpp"

#include <array>

#include <fmt/format.h>

namespace onsale::sim {
namespace {

using embedded::SaleCommand;

// In the order of the variant alternatives.
constexpr std::array kHallFacts = {"held",     "hold ended", "paying",  "declined",  "sold",
                                   "refunded", "freed",      "blocked", "unblocked", "rules"};
constexpr std::array kOrderFacts = {
    "terms",     "opened",      "requested",    "confirm sent",  "declined",    "lost",
    "ask later", "asked",       "asked enough", "charged",       "paid",        "ended",
    "refund",    "refund sent", "refund done",  "refund failed", "refund lost", "refund later"};
constexpr std::array kSaleCommands = {"select", "best",   "release", "request",    "confirm",
                                      "record", "cancel", "refund",  "refunded",   "retry",
                                      "ask",    "show",   "booking", "open order", "bookings"};

template <class Names>
std::string name_of(const Names& names, std::size_t index) {
    return index < names.size() ? names[index] : fmt::format("#{}", index);
}

std::string short_name(const GuestId& guest) {
    return fmt::format("{:02x}", guest.bytes[0]);
}

std::string tell_hall(const sale::fact::HallChanged& fact) {
    std::string text =
        fmt::format("  hall {}: {}", fact.hall.value, name_of(kHallFacts, fact.change.index()));
    std::visit(
        [&](const auto& body) {
            if constexpr (requires { body.guest; }) text += " by " + short_name(body.guest);
            if constexpr (requires { body.seats; })
                for (const seat::SeatIndex seat : body.seats)
                    text += fmt::format(" {}", seat.value);
            if constexpr (requires { body.taken; }) {
                for (const seat::SeatIndex seat : body.taken)
                    text += fmt::format(" +{}", seat.value);
                for (const seat::SeatIndex seat : body.dropped)
                    text += fmt::format(" -{}", seat.value);
            }
            if constexpr (requires { body.deadline; })
                text += fmt::format(" until {}", to_ms(body.deadline));
        },
        fact.change);
    return text;
}

std::string tell_order(const payment::Fact& fact) {
    std::string text =
        fmt::format("  order {}: {}", fact.order.value, name_of(kOrderFacts, fact.body.index()));
    std::visit(
        [&](const auto& body) {
            if constexpr (requires { body.guest; }) text += " by " + short_name(body.guest);
            if constexpr (requires { body.reason; })
                text += fmt::format(" reason {}", static_cast<int>(body.reason));
            if constexpr (requires { body.refund; }) text += fmt::format(" {}", body.refund.value);
        },
        fact.body);
    return text;
}

}  // namespace

std::string tell(const embedded::Command& command, const embedded::Outcome& outcome) {
    const auto* const sale = std::get_if<SaleCommand>(&command);
    if (sale == nullptr) return fmt::format(" line command {}", command.index());
    std::string text = " " + name_of(kSaleCommands, sale->index());
    std::visit(
        [&](const auto& body) {
            if constexpr (requires { body.buyer; }) text += " by " + short_name(body.buyer.guest);
        },
        *sale);
    std::visit(
        [&](const auto& one) {
            // The outcomes of the sale's commands have an error with details.
            if constexpr (requires { one.error().error; })
                text +=
                    one ? ": yes" : fmt::format(": no, {}", static_cast<int>(one.error().error));
        },
        outcome);
    return text;
}

std::string tell(const sale::Fact& fact) {
    if (const auto* const hall = std::get_if<sale::fact::HallChanged>(&fact))
        return tell_hall(*hall);
    if (const auto* const order = std::get_if<payment::Fact>(&fact)) return tell_order(*order);
    if (const auto* const line = std::get_if<waiting_room::Fact>(&fact))
        return fmt::format("  line {}: fact {}", line->event.value, line->body.index());
    return fmt::format("  sale fact {}", fact.index());
}

}  // namespace onsale::sim
