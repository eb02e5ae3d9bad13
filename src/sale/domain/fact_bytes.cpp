#include "sale/domain/fact_bytes.hpp"

#include <optional>
#include <utility>

#include "booking/domain/booking_number.hpp"
#include "payment/domain/fact_bytes.hpp"
#include "seat/domain/fact_bytes.hpp"
#include "seat/domain/plan_bytes.hpp"
#include "waiting_room/domain/fact_bytes.hpp"

namespace onsale::sale {
namespace {

// The tags below 128 are reserved for the waiting room.
constexpr std::uint8_t kHallOpened = 128;
constexpr std::uint8_t kHallChanged = 129;
constexpr std::uint8_t kOrderChanged = 130;
constexpr std::uint8_t kBookingMade = 131;
constexpr std::uint8_t kSettingsSet = 132;
constexpr std::uint8_t kLeversSet = 133;

void put(ByteWriter& out, const waiting_room::Fact& fact) {
    waiting_room::save(out, fact);
}

void put(ByteWriter& out, const fact::HallOpened& fact) {
    out.fixed(kHallOpened);
    out.varint(fact.event.value);
    out.text(fact.performance);
    seat::save(out, *fact.plan);
    seat::save(out, fact.rules);
}

void put(ByteWriter& out, const fact::HallChanged& fact) {
    out.fixed(kHallChanged);
    out.varint(fact.hall.value);
    seat::save(out, fact.change);
}

void put(ByteWriter& out, const payment::Fact& fact) {
    out.fixed(kOrderChanged);
    payment::save(out, fact);
}

void put(ByteWriter& out, const fact::BookingMade& fact) {
    out.fixed(kBookingMade);
    out.varint(fact.order.value);
    save(out, fact.number);
}

void put(ByteWriter& out, const fact::SettingsSet& fact) {
    out.fixed(kSettingsSet);
    out.varint(fact.event.value);
    save(out, *fact.settings);
}

void put(ByteWriter& out, const fact::LeversSet& fact) {
    out.fixed(kLeversSet);
    out.varint(fact.event.value);
    save(out, *fact.levers);
}

waiting_room::EventId get_event(ByteReader& in) {
    return {static_cast<std::uint32_t>(in.varint())};
}

Fact get_hall_opened(ByteReader& in) {
    fact::HallOpened fact;
    fact.event = get_event(in);
    fact.performance = in.text();
    fact.plan = std::make_shared<const seat::HallPlan>(seat::load_plan(in));
    fact.rules = seat::load_hall_rules(in);
    return fact;
}

std::optional<Fact> get_hall_changed(ByteReader& in) {
    const HallId hall{static_cast<std::uint32_t>(in.varint())};
    auto change = seat::load_hall_fact(in);
    if (!change) return std::nullopt;
    return fact::HallChanged{hall, std::move(*change)};
}

Fact get_booking_made(ByteReader& in) {
    const payment::OrderId order{in.varint()};
    return fact::BookingMade{order, booking::load_booking_number(in)};
}

Fact get_settings(ByteReader& in) {
    const auto event = get_event(in);
    return fact::SettingsSet{event, std::make_shared<const SaleSettings>(load_sale_settings(in))};
}

Fact get_levers(ByteReader& in) {
    const auto event = get_event(in);
    return fact::LeversSet{event, std::make_shared<const SaleLevers>(load_sale_levers(in))};
}

std::optional<Fact> get(ByteReader& in) {
    const auto tag = in.fixed<std::uint8_t>();
    if (tag == kHallOpened) return get_hall_opened(in);
    if (tag == kHallChanged) return get_hall_changed(in);
    if (tag == kOrderChanged) return payment::load_fact(in);
    if (tag == kBookingMade) return get_booking_made(in);
    if (tag == kSettingsSet) return get_settings(in);
    if (tag == kLeversSet) return get_levers(in);
    return waiting_room::load_fact(tag, in);
}

}  // namespace

void save(ByteWriter& out, const Fact& fact) {
    static_assert(std::variant_size_v<waiting_room::FactBody> < kHallOpened);
    std::visit([&](const auto& one) { put(out, one); }, fact);
}

bool load(std::string_view bytes, Facts& facts) {
    ByteReader in{bytes};
    while (!in.at_end()) {
        auto fact = get(in);
        if (!fact || !in.ok()) return false;
        facts.push_back(std::move(*fact));
    }
    return true;
}

}  // namespace onsale::sale
