#include "adapter/redis/relay/hall_calls.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapter/redis/script/hall_args.hpp"
#include "base/bytes.hpp"
#include "base/overloaded.hpp"
#include "base/sha256.hpp"
#include "seat/domain/plan_bytes.hpp"

namespace onsale::redis {

using seat::SeatState;

namespace {

constexpr std::size_t kSyncMax = 256;  // Limit of seat_sync.
constexpr std::string_view kAnyFence = "0";

bool waits_for_person(const seat::Hall& hall, seat::SeatIndex seat) {
    return hall.state(seat) == SeatState::kReturned && !hall.returns().contains(seat);
}

std::string texts(std::string_view reason, std::string_view owner) {
    std::string bytes;
    ByteWriter out{bytes};
    out.text(reason);
    out.text(owner);
    return bytes;
}

// The line clocks of the store and of Redis may differ, so the time is sent relative to now.
std::string from_now(Instant at, Instant now) {
    return fmt::format("+{}", std::max(Duration{0}, at - now).count());
}

std::string ms(Duration duration) {
    return std::to_string(duration.count());
}

// seat_unpay. Always with the store's last turns, so that a copy of the call that arrives later
// does not concern a later payment.
RelayCall unpay_call(const sale::OpenHall& hall, const GuestId& guest, const seat::Seats& seats,
                     std::string how, std::string value) {
    std::vector<std::string> arguments{guest_arg(guest), std::move(how), std::move(value)};
    for (const seat::SeatIndex seat : seats) {
        arguments.push_back(std::to_string(seat.value));
        arguments.emplace_back(kAnyFence);
        arguments.push_back(std::to_string(hall.seats.fence(seat)));
    }
    return {"seat_unpay", std::move(arguments), false, hall.performance};
}

class Changed {
  public:
    Changed(const RelayedHall& target, const HallBefore& before)
        : target_(target), before_(before) {}

    std::vector<RelayCall> operator()(const seat::fact::SeatsHeld&) const { return {}; }
    std::vector<RelayCall> operator()(const seat::fact::RulesSet&) const { return {}; }
    std::vector<RelayCall> operator()(const seat::fact::HoldEnded& ended) const {
        if (before_.paying) return say(ended.seats, "ENDED", guest_arg(ended.guest), ended.free_at);
        // Redis decides about expiry, but the store decides that the guest gave the order up.
        if (ended.reason != seat::HoldEnd::kReleased) return {};
        // The random number with which Redis computes the same delay as the store.
        const auto delay = static_cast<std::uint64_t>((ended.free_at - target_.line_now).count());
        return {unpay_call(target_.hall, ended.guest, ended.seats, "release", random_arg(delay))};
    }
    std::vector<RelayCall> operator()(const seat::fact::PayingStarted& paying) const {
        return say(paying.seats, "PAYING", guest_arg(paying.guest));
    }
    std::vector<RelayCall> operator()(const seat::fact::PaymentDeclined& declined) const {
        const Duration grace = std::max(Duration{0}, declined.deadline - target_.line_now);
        return {unpay_call(target_.hall, declined.guest, declined.seats, "decline", ms(grace))};
    }
    std::vector<RelayCall> operator()(const seat::fact::SeatsSold& sold) const {
        // A late sale belongs to a turn whose end Redis already knows, so it is sent without a
        // turn.
        return say(sold.seats, "SOLD", guest_arg(sold.guest), {}, before_.paying);
    }
    std::vector<RelayCall> operator()(const seat::fact::SeatsRefunded& back) const {
        if (!back.free_at) return say(back.seats, "RETURNED", guest_arg(back.guest));
        return say(back.seats, "ENDED", guest_arg(back.guest), *back.free_at);
    }
    std::vector<RelayCall> operator()(const seat::fact::SeatsFreed&) const {
        return say(before_.waited, "ENDED", "");
    }
    std::vector<RelayCall> operator()(const seat::fact::SeatsBlocked& blocked) const {
        return say(blocked.seats, "BLOCKED", texts(blocked.reason, blocked.owner));
    }
    std::vector<RelayCall> operator()(const seat::fact::SeatsUnblocked& unblocked) const {
        return say(unblocked.seats, "ENDED", "");
    }

  private:
    std::vector<RelayCall> say(const seat::Seats& seats, std::string_view state,
                               const std::string& about, std::optional<Instant> free_at = {},
                               bool has_turn = true) const {
        std::vector<SeatUpdate> words;
        for (const seat::SeatIndex seat : seats)
            words.push_back({seat, has_turn ? target_.hall.seats.fence(seat) : 0, state, about,
                             from_now(free_at.value_or(target_.line_now), target_.line_now)});
        return sync_calls(target_, words);
    }

    const RelayedHall& target_;
    const HallBefore& before_;
};

}  // namespace

std::optional<SeatUpdate> word_of(const seat::Hall& hall, seat::SeatIndex seat) {
    const auto owned = [&](std::string_view state) {
        return SeatUpdate{seat, 0, state, guest_arg(*hall.owner(seat)), "+0"};
    };
    switch (hall.state(seat)) {
        case SeatState::kPaying:
            return owned("PAYING");
        case SeatState::kSold:
            return owned("SOLD");
        case SeatState::kBlocked: {
            const seat::Block& block = *hall.block(seat);
            return SeatUpdate{seat, 0, "BLOCKED", texts(block.reason, block.owner), "+0"};
        }
        case SeatState::kReturned:
            if (!waits_for_person(hall, seat)) return std::nullopt;
            // The former buyer is no longer needed.
            return SeatUpdate{seat, 0, "RETURNED", guest_arg({}), "+0"};
        case SeatState::kFree:
        case SeatState::kHeld:
            break;
    }
    return std::nullopt;
}

HallBefore::HallBefore(const seat::Hall& hall, const seat::HallFact& change) {
    const auto is_paying = [&](const seat::Seats& seats) {
        return !seats.empty() && hall.state(seats.front()) == SeatState::kPaying;
    };
    if (const auto* const ended = std::get_if<seat::fact::HoldEnded>(&change))
        paying = is_paying(ended->seats);
    if (const auto* const sold = std::get_if<seat::fact::SeatsSold>(&change))
        paying = is_paying(sold->seats);
    if (const auto* const freed = std::get_if<seat::fact::SeatsFreed>(&change))
        std::ranges::copy_if(freed->seats, std::back_inserter(waited),
                             [&](seat::SeatIndex seat) { return waits_for_person(hall, seat); });
}

std::vector<RelayCall> calls_for(const RelayedHall& target, const HallBefore& before,
                                 const seat::HallFact& change) {
    return std::visit(Changed{target, before}, change);
}

std::vector<RelayCall> sync_calls(const RelayedHall& target, const std::vector<SeatUpdate>& words) {
    std::vector<RelayCall> calls;
    std::span<const SeatUpdate> left{words};
    while (!left.empty()) {
        const auto page = left.first(std::min(left.size(), kSyncMax));
        left = left.subspan(page.size());
        std::vector<std::string> arguments{target.keeps_admission ? "1" : "0"};
        for (const SeatUpdate& word : page) {
            arguments.push_back(std::to_string(word.seat.value));
            arguments.push_back(std::to_string(word.turn));
            arguments.emplace_back(word.state);
            arguments.push_back(word.about);
            arguments.push_back(word.free_at);
        }
        calls.push_back({"seat_sync", std::move(arguments), false, target.hall.performance});
    }
    return calls;
}

RelayCall hall_set_call(std::uint64_t version, sale::HallId id, const sale::OpenHall& hall) {
    std::string plan;
    ByteWriter out{plan};
    seat::save(out, *hall.plan);
    const seat::HallRules& rules = hall.seats.rules();
    return {"hall_set",
            {std::to_string(version), std::to_string(id.value),
             std::to_string(hall.seats.seating().size()),
             fmt::format("{:02x}", fmt::join(sha256(plan), "")), ms(rules.hold_ttl),
             ms(rules.retake_after), ms(rules.return_delay_max),
             std::to_string(rules.seats_per_hold), std::to_string(rules.accessible_per_hold), plan},
            false,
            hall.performance};
}

RelayCall undo_call(const sale::OpenHall& hall, const GuestId& guest, const seat::Seats& seats,
                    Before before) {
    return unpay_call(hall, guest, seats, before == Before::kHeld ? "stop" : "undo", "0");
}

}  // namespace onsale::redis
