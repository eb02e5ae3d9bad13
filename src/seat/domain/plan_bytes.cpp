#include "seat/domain/plan_bytes.hpp"

namespace onsale::seat {
namespace {

constexpr std::uint8_t kVersion = 1;

// The flags of a seat are one byte. Never change the meaning of a bit.
constexpr std::uint8_t kAccessible = 1;
constexpr std::uint8_t kRestrictedView = 2;
constexpr std::uint8_t kAisleAfter = 4;

void put(ByteWriter& out, Point at) {
    out.zigzag(at.x);
    out.zigzag(at.y);
}

Point get_point(ByteReader& in) {
    Point at;
    at.x = static_cast<std::int32_t>(in.zigzag());
    at.y = static_cast<std::int32_t>(in.zigzag());
    return at;
}

void put(ByteWriter& out, const Grade& grade) {
    out.text(grade.id);
    out.text(grade.name);
    out.text(grade.color);
}

void get(ByteReader& in, Grade& grade) {
    grade.id = in.text();
    grade.name = in.text();
    grade.color = in.text();
}

void put(ByteWriter& out, const Seat& seat) {
    out.text(seat.id);
    out.text(seat.label);
    out.text(seat.grade);
    put(out, seat.at);
    out.fixed(static_cast<std::uint8_t>((seat.accessible ? kAccessible : 0) |
                                        (seat.restricted_view ? kRestrictedView : 0) |
                                        (seat.aisle_after ? kAisleAfter : 0)));
    out.text(seat.companion_of);
}

void get(ByteReader& in, Seat& seat) {
    seat.id = in.text();
    seat.label = in.text();
    seat.grade = in.text();
    seat.at = get_point(in);
    const auto traits = in.fixed<std::uint8_t>();
    seat.accessible = (traits & kAccessible) != 0;
    seat.restricted_view = (traits & kRestrictedView) != 0;
    seat.aisle_after = (traits & kAisleAfter) != 0;
    seat.companion_of = in.text();
}

// Forward declarations for the lists below.
void put(ByteWriter& out, const Row& row);
void get(ByteReader& in, Row& row);
void put(ByteWriter& out, const StandingArea& area);
void get(ByteReader& in, StandingArea& area);
void put(ByteWriter& out, const Section& section);
void get(ByteReader& in, Section& section);

template <class Item>
void put(ByteWriter& out, const std::vector<Item>& items) {
    out.varint(items.size());
    for (const Item& item : items)
        put(out, item);
}

template <class Item>
void get(ByteReader& in, std::vector<Item>& items) {
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left)
        get(in, items.emplace_back());
}

void put(ByteWriter& out, const Row& row) {
    out.text(row.label);
    out.varint(row.rank);
    put(out, row.seats);
}

void get(ByteReader& in, Row& row) {
    row.label = in.text();
    row.rank = static_cast<std::uint32_t>(in.varint());
    get(in, row.seats);
}

void put(ByteWriter& out, const StandingArea& area) {
    out.text(area.id);
    out.text(area.name);
    out.text(area.grade);
    put(out, area.at);
    out.varint(area.quantity);
}

void get(ByteReader& in, StandingArea& area) {
    area.id = in.text();
    area.name = in.text();
    area.grade = in.text();
    area.at = get_point(in);
    area.quantity = static_cast<std::uint32_t>(in.varint());
}

void put(ByteWriter& out, const Section& section) {
    out.text(section.id);
    out.text(section.name);
    put(out, section.rows);
    put(out, section.areas);
}

void get(ByteReader& in, Section& section) {
    section.id = in.text();
    section.name = in.text();
    get(in, section.rows);
    get(in, section.areas);
}

}  // namespace

void save(ByteWriter& out, const HallPlan& plan) {
    out.fixed(kVersion);
    out.text(plan.name);
    out.text(plan.image);
    put(out, plan.grades);
    put(out, plan.sections);
}

HallPlan load_plan(ByteReader& in) {
    HallPlan plan;
    if (in.fixed<std::uint8_t>() != kVersion) return plan;
    plan.name = in.text();
    plan.image = in.text();
    get(in, plan.grades);
    get(in, plan.sections);
    return plan;
}

}  // namespace onsale::seat
