#include "seat/domain/fact_bytes.hpp"

#include <concepts>
#include <limits>
#include <utility>

#include "base/tagged_variant.hpp"

namespace onsale::seat {
namespace {

// Each body lists its fields once by name; Put and Get use the same list.
template <class Walk, class Body>
void walk(Walk& at, Body& body) {
    if constexpr (requires { body.guest; }) at.field(body.guest);
    if constexpr (requires { body.admission; }) at.field(body.admission);
    if constexpr (requires { body.deadline; }) at.field(body.deadline);
    // `reason` is an enum when a hold ends and a text when the house blocks seats.
    if constexpr (requires { body.reason; }) at.field(body.reason);
    if constexpr (requires { body.owner; }) at.field(body.owner);
    if constexpr (requires { body.seats; }) at.field(body.seats);
    if constexpr (requires { body.taken; }) at.field(body.taken);
    if constexpr (requires { body.dropped; }) at.field(body.dropped);
    if constexpr (requires { body.free_at; }) at.field(body.free_at);
    if constexpr (requires { body.rules; }) at.field(body.rules);
}

class Put {
  public:
    explicit Put(ByteWriter& out) : out_(out) {}

    void field(const GuestId& value) { out_.bytes(value.bytes.data(), value.bytes.size()); }
    void field(AdmissionKey value) { out_.varint(value.value); }
    void field(Instant value) { out_.zigzag(to_ms(value)); }
    void field(const std::optional<Instant>& value) {
        out_.varint(value ? 1 : 0);
        if (value) field(*value);
    }
    void field(HoldEnd value) { out_.fixed(std::to_underlying(value)); }
    void field(const std::string& value) { out_.text(value); }
    // Selected seats are mostly adjacent, so the distance to the previous one usually takes one
    // byte.
    void field(const Seats& value) {
        out_.varint(value.size());
        std::int64_t before = 0;
        for (const SeatIndex seat : value) {
            out_.zigzag(seat.value - before);
            before = seat.value;
        }
    }
    void field(const HallRules& value) { save(out_, value); }

  private:
    ByteWriter& out_;
};

class Get {
  public:
    explicit Get(ByteReader& in) : in_(in) {}

    void field(GuestId& value) { in_.bytes(value.bytes.data(), value.bytes.size()); }
    void field(AdmissionKey& value) { value.value = in_.varint(); }
    void field(Instant& value) { value = instant_from_ms(in_.zigzag()); }
    void field(std::optional<Instant>& value) {
        if (in_.varint() != 0) field(value.emplace());
    }
    void field(HoldEnd& value) { value = static_cast<HoldEnd>(in_.fixed<std::uint8_t>()); }
    void field(std::string& value) { value = in_.text(); }
    void field(Seats& value) {
        std::int64_t before = 0;
        for (std::uint64_t left = in_.varint(); left > 0 && in_.ok(); --left) {
            const std::int64_t step = in_.zigzag();
            // The seat index is out of range: read past the end, so that the caller sees ok() ==
            // false.
            if (step < -before || step > kSeatMax - before) {
                in_.view(in_.remaining() + 1);
                return;
            }
            before += step;
            value.push_back({static_cast<std::uint32_t>(before)});
        }
    }
    void field(HallRules& value) { value = load_hall_rules(in_); }

  private:
    static constexpr std::int64_t kSeatMax = std::numeric_limits<std::uint32_t>::max();

    ByteReader& in_;
};

}  // namespace

void save(ByteWriter& out, const HallFact& fact) {
    out.fixed(tag_of(fact));
    Put put{out};
    std::visit([&](const auto& body) { walk(put, body); }, fact);
}

std::optional<HallFact> load_hall_fact(ByteReader& in) {
    auto fact = make_tagged<HallFact>(in.fixed<std::uint8_t>(), [&](auto& one) {
        Get get{in};
        walk(get, one);
    });
    if (!in.ok()) return std::nullopt;
    return fact;
}

void save(ByteWriter& out, const HallRules& rules) {
    out.zigzag(rules.hold_ttl.count());
    out.zigzag(rules.retake_after.count());
    out.zigzag(rules.return_delay_max.count());
    out.varint(rules.seats_per_hold);
    out.varint(rules.accessible_per_hold);
}

HallRules load_hall_rules(ByteReader& in) {
    HallRules rules;
    rules.hold_ttl = Duration{in.zigzag()};
    rules.retake_after = Duration{in.zigzag()};
    rules.return_delay_max = Duration{in.zigzag()};
    rules.seats_per_hold = static_cast<std::uint32_t>(in.varint());
    rules.accessible_per_hold = static_cast<std::uint32_t>(in.varint());
    return rules;
}

}  // namespace onsale::seat
