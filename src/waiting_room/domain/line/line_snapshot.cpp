// The state of a line as bytes. The same state always gives the same bytes, so that replays can be
// compared. Derived data (index, candidates, positions) is not written.
#include <algorithm>
#include <limits>
#include <vector>

#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::waiting_room {
namespace {

constexpr std::uint32_t kPlacesPerYield = 1'024;  // Far less than a millisecond of work.
constexpr std::uint64_t kNumberMax = std::numeric_limits<std::uint32_t>::max();
// Format marker, greater than any number. Snapshots before version 6 have the last number in its
// place and a byte for each skipped number. Newer ones store the count of skipped numbers, because
// a restore skips ten million.
constexpr std::uint64_t kSkipsAreCounted = kNumberMax + 1;
// Format marker of the ledger, greater than any count. Snapshots before version 7 have the count in
// its place and no own end of an admission.
constexpr std::uint64_t kEndsAreStored = kNumberMax + 1;

void put_instant(ByteWriter& out, Instant instant) {
    out.zigzag(to_ms(instant));
}

Instant get_instant(ByteReader& in) {
    return instant_from_ms(in.zigzag());
}

void put_optional(ByteWriter& out, const std::optional<Instant>& instant) {
    out.varint(instant ? 1 : 0);
    if (instant) put_instant(out, *instant);
}

std::optional<Instant> get_optional(ByteReader& in) {
    if (in.varint() == 0) return std::nullopt;
    return get_instant(in);
}

std::optional<std::uint16_t> get_index(ByteReader& in) {
    const std::uint64_t value = in.varint();
    if (value == 0) return std::nullopt;
    return static_cast<std::uint16_t>(value - 1);
}

void put_ledger(ByteWriter& out, const Ledger& ledger) {
    std::vector<std::pair<Number, Admission>> rows(ledger.begin(), ledger.end());
    std::ranges::sort(rows, {}, [](const auto& row) { return row.first; });
    out.varint(kEndsAreStored);
    out.varint(rows.size());
    for (const auto& [number, admission] : rows) {
        out.varint(number.value);
        out.fixed(admission.attempt);
        out.varint(admission.claimed ? 1 : 0);
        put_instant(out, admission.deadline);
        put_instant(out, admission.claim_by);
        out.fixed(static_cast<std::uint8_t>(admission.keep));
        out.varint(admission.extensions);
        put_instant(out, admission.own_end);
    }
}

// The deadline of an older snapshot is the admission's own end, or later because of a hold. Using
// it never shortens an admission; a hold may last at most one hold_ttl longer.
void get_ledger(ByteReader& in, Ledger& ledger) {
    const std::uint64_t first = in.varint();
    const bool has_ends = first == kEndsAreStored;
    for (std::uint64_t left = has_ends ? in.varint() : first; left > 0 && in.ok(); --left) {
        const Number number{static_cast<std::uint32_t>(in.varint())};
        Admission admission;
        admission.attempt = in.fixed<std::uint8_t>();
        admission.claimed = in.varint() != 0;
        admission.deadline = get_instant(in);
        admission.claim_by = get_instant(in);
        admission.keep = static_cast<Keep>(in.fixed<std::uint8_t>());
        admission.extensions = static_cast<std::uint32_t>(in.varint());
        admission.own_end = has_ends ? get_instant(in) : admission.deadline;
        if (in.ok()) ledger.open(number, admission);
    }
}

void put_moved(ByteWriter& out, const MovedPlaces& moved) {
    std::vector<std::pair<Number, GuestId>> rows(moved.begin(), moved.end());
    std::ranges::sort(rows);
    out.varint(rows.size());
    for (const auto& [number, guest] : rows) {
        out.varint(number.value);
        out.bytes(guest.bytes.data(), guest.bytes.size());
    }
}

void get_moved(ByteReader& in, MovedPlaces& moved) {
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const Number number{static_cast<std::uint32_t>(in.varint())};
        GuestId guest;
        in.bytes(guest.bytes.data(), guest.bytes.size());
        if (in.ok()) moved.set(number, guest);
    }
}

void put_skipped(ByteWriter& out, std::uint32_t count) {
    if (count == 0) return;
    out.fixed(static_cast<std::uint8_t>(Standing::kNone));
    out.varint(count);
}

// Makes the reader fail, so that its owner sees ok() == false.
void refuse(ByteReader& in) {
    in.view(in.remaining() + 1);
}

}  // namespace

void Line::save(ByteWriter& out, const YieldCallback& yield) const {
    waiting_room::save(out, *settings_);
    waiting_room::save(out, *levers_);
    out.varint(version_);
    out.fixed(static_cast<std::uint8_t>(lifecycle_));
    out.varint(phase_ ? *phase_ + 1u : 0u);
    out.varint(last_phase_ ? *last_phase_ + 1u : 0u);
    out.varint(draw_secret_ ? 1 : 0);
    if (draw_secret_) out.bytes(draw_secret_->data(), draw_secret_->size());
    out.varint(book_.draw() ? 1 : 0);
    if (book_.draw()) book_.draw()->save(out);
    out.varint(sold_out_ ? 1 : 0);
    out.varint(brake_);
    out.zigzag(clock_.behind().count());
    put_optional(out, clock_.frozen_at());
    out.zigzag(bucket_.stored_level());
    put_instant(out, bucket_.filled_at());
    eligibility_.save(out);
    put_ledger(out, ledger_);
    out.varint(leaving_.in_order().size());
    for (const auto& [final_at, number] : leaving_.in_order()) {
        put_instant(out, final_at);
        out.varint(number.value);
    }
    out.varint(recalled_.size());
    for (const Number number : recalled_)
        out.varint(number.value);
    put_moved(out, moved_);
    save_places(out, yield);
}

void Line::save_places(ByteWriter& out, const YieldCallback& yield) const {
    out.varint(kSkipsAreCounted);
    out.varint(book_.issued_count());
    std::uint32_t before = 0;
    book_.for_each([&](Number number, Standing standing) {
        put_skipped(out, number.value - before - 1);
        before = number.value;
        out.fixed(static_cast<std::uint8_t>(standing));
        if (is_live(standing)) out.bytes(guest_of(number).bytes.data(), sizeof(GuestId));
        if (number.value % kPlacesPerYield == 0) yield();
    });
    put_skipped(out, book_.issued_count() - before);
}

Line::Line(EventId id, ByteReader& in, const YieldCallback& yield) : id_(id) {
    settings_ = std::make_shared<EventSettings>(load_settings(in));
    levers_ = std::make_shared<Levers>(load_levers(in));
    version_ = static_cast<std::uint32_t>(in.varint());
    lifecycle_ = static_cast<Lifecycle>(in.fixed<std::uint8_t>());
    phase_ = get_index(in);
    last_phase_ = get_index(in);
    if (in.varint() != 0) in.bytes(draw_secret_.emplace().data(), sizeof(Sha256Digest));
    if (in.varint() != 0) book_.restore_draw(std::make_shared<Draw>(in));
    sold_out_ = in.varint() != 0;
    brake_ = static_cast<std::uint32_t>(in.varint());
    const Duration behind{in.zigzag()};
    clock_ = LineClock::restored(behind, get_optional(in));
    const std::int64_t level = in.zigzag();
    bucket_ = AdmissionBucket::restored(level, get_instant(in));
    eligibility_.load(in);
    get_ledger(in, ledger_);
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const Instant final_at = get_instant(in);
        leaving_.set(Number{static_cast<std::uint32_t>(in.varint())}, final_at);
    }
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left)
        recalled_.push_back(Number{static_cast<std::uint32_t>(in.varint())});
    get_moved(in, moved_);
    load_places(in, yield);
}

void Line::load_places(ByteReader& in, const YieldCallback& yield) {
    const std::uint64_t first = in.varint();
    const bool counted = first == kSkipsAreCounted;
    const std::uint64_t issued = counted ? in.varint() : first;
    if (issued > kNumberMax) return refuse(in);
    guests_in_chunk_.resize(issued / decltype(guests_)::kSize + 1);
    for (std::uint64_t value = 1; value <= issued && in.ok(); ++value) {
        if (value % kPlacesPerYield == 0) yield();
        const auto standing = static_cast<Standing>(in.fixed<std::uint8_t>());
        if (standing != Standing::kNone) {
            load_place(in, Number{static_cast<std::uint32_t>(value)}, standing);
            continue;
        }
        const std::uint64_t skipped = counted ? in.varint() : 1;
        if (skipped == 0 || skipped > issued - value + 1) return refuse(in);
        value += skipped - 1;
    }
    book_.skip_to(Number{static_cast<std::uint32_t>(issued)});
}

void Line::load_place(ByteReader& in, Number number, Standing standing) {
    book_.restore(number, standing);
    if (!is_live(standing)) return;
    in.bytes(guests_.at(number.value).bytes.data(), sizeof(GuestId));
    ++guests_in_chunk_[number.value / decltype(guests_)::kSize];
    index_.insert(number, guests_);
    refresh_candidate(number);
}

}  // namespace onsale::waiting_room
