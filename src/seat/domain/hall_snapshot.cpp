// The state of a hall as bytes. The same state always gives the same bytes, so that replays can be
// compared. Derived data (counts, free runs, the change log) is not written.
#include <algorithm>
#include <vector>

#include "seat/domain/fact_bytes.hpp"
#include "seat/domain/hall.hpp"

namespace onsale::seat {
namespace {

void put(ByteWriter& out, Instant instant) {
    out.zigzag(to_ms(instant));
}

Instant get_instant(ByteReader& in) {
    return instant_from_ms(in.zigzag());
}

void put(ByteWriter& out, const GuestId& guest) {
    out.bytes(guest.bytes.data(), guest.bytes.size());
}

GuestId get_guest(ByteReader& in) {
    GuestId guest;
    in.bytes(guest.bytes.data(), guest.bytes.size());
    return guest;
}

SeatIndex get_seat(ByteReader& in, const Seating& seating) {
    const auto value = static_cast<std::uint32_t>(in.varint());
    // A damaged snapshot must not cause an access outside the hall. Its hash detects the damage.
    return SeatIndex{std::min(value, seating.size() - 1)};
}

bool has_owner(SeatState state) {
    return state == SeatState::kHeld || state == SeatState::kPaying || state == SeatState::kSold;
}

void put(ByteWriter& out, const Visit& visit) {
    out.varint(visit.admission.value);
    put(out, visit.deadline);
    out.fixed(static_cast<std::uint8_t>(visit.state));
    out.varint(visit.seats.size());
    for (const SeatIndex seat : visit.seats)
        out.varint(seat.value);
    out.varint(visit.given_back.size());
    for (const GivenBack& one : visit.given_back) {
        out.varint(one.seat.value);
        put(out, one.until);
    }
}

Visit get_visit(ByteReader& in, const Seating& seating) {
    Visit visit;
    visit.admission.value = in.varint();
    visit.deadline = get_instant(in);
    visit.state = static_cast<Visit::State>(in.fixed<std::uint8_t>());
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left)
        visit.seats.push_back(get_seat(in, seating));
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const SeatIndex seat = get_seat(in, seating);
        visit.given_back.push_back({seat, get_instant(in)});
    }
    return visit;
}

}  // namespace

void Hall::save(ByteWriter& out) const {
    seat::save(out, rules_);
    out.varint(map_.version());
    out.varint(seating().size());
    for (std::uint32_t value = 0; value < seating().size(); ++value) {
        const SeatIndex seat{value};
        out.fixed(static_cast<std::uint8_t>(state(seat)));
        out.varint(fence(seat));
        if (has_owner(state(seat))) put(out, owners_.at(seat));
        if (state(seat) == SeatState::kBlocked) out.varint(block_of_.at(seat));
    }
    out.varint(returns_.in_order().size());
    for (const auto& [due, seat] : returns_.in_order()) {
        put(out, due);
        out.varint(seat.value);
    }
    std::vector<GuestId> guests;
    for (const auto& [guest, visit] : visits_)
        guests.push_back(guest);
    std::ranges::sort(guests);
    out.varint(guests.size());
    for (const GuestId& guest : guests) {
        put(out, guest);
        put(out, visits_.at(guest));
        out.varint(forget_at_.contains(guest) ? 1 : 0);
        if (forget_at_.contains(guest)) put(out, forget_at_.at(guest));
    }
    out.varint(last_block_);
    out.varint(blocks_.size());
    for (const auto& [number, block] : blocks_) {
        out.varint(number);
        out.text(block.reason);
        out.text(block.owner);
        out.varint(block.seats);
    }
}

Hall::Hall(std::shared_ptr<const Seating> seating, ByteReader& in)
    : rules_(load_hall_rules(in)),
      map_(std::move(seating)),
      free_(map_.seating()),
      fences_(map_.seating().size()) {
    const std::uint64_t version = in.varint();
    load_seats(in);
    map_.restore_version(version);
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const Instant due = get_instant(in);
        returns_.set(get_seat(in, this->seating()), due);
    }
    load_visits(in);
    last_block_ = static_cast<std::uint32_t>(in.varint());
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        Block& block = blocks_[static_cast<std::uint32_t>(in.varint())];
        block.reason = in.text();
        block.owner = in.text();
        block.seats = static_cast<std::uint32_t>(in.varint());
    }
}

void Hall::load_seats(ByteReader& in) {
    const std::uint64_t size = std::min<std::uint64_t>(in.varint(), seating().size());
    for (std::uint32_t value = 0; value < size && in.ok(); ++value) {
        const SeatIndex seat{value};
        const auto last = static_cast<std::uint8_t>(kSeatStates - 1);
        set(seat, static_cast<SeatState>(std::min(in.fixed<std::uint8_t>(), last)));
        fences_[value] = static_cast<Fence>(in.varint());
        if (has_owner(state(seat))) owners_[seat] = get_guest(in);
        if (state(seat) == SeatState::kBlocked)
            block_of_[seat] = static_cast<std::uint32_t>(in.varint());
    }
}

void Hall::load_visits(ByteReader& in) {
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const GuestId guest = get_guest(in);
        const Visit& visit = visits_[guest] = get_visit(in, seating());
        if (in.varint() != 0) forget_at_.set(guest, get_instant(in));
        if (visit.state == Visit::State::kHeld) hold_deadlines_.set(guest, visit.deadline);
    }
}

}  // namespace onsale::seat
