#include "adapter/redis/hall/read_halls.hpp"

#include <charconv>
#include <ranges>

#include "base/bytes.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::redis {
namespace {

using seat::SeatState;

// Size of a record of map:{E}:<perf>: state, deadline, guest.
constexpr std::size_t kSeatBytes = 25;

// Parses numbers and texts in the order of the script's answer.
class Numbers {
  public:
    explicit Numbers(const Reply& list) : list_(list) {}

    template <class Integer>
    Integer next() {
        Integer value{};
        if (at_ >= list_.items.size()) {
            ok_ = false;
            return value;
        }
        const std::string& text = list_.items[at_++].text;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        ok_ = ok_ && error == std::errc{} && end == text.data() + text.size();
        return value;
    }
    Duration next_duration() { return Duration{next<Duration::rep>()}; }
    std::string next_text() {
        ok_ = ok_ && at_ < list_.items.size();
        return ok_ ? list_.items[at_++].text : std::string{};
    }
    bool ok() const { return ok_; }

  private:
    const Reply& list_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

bool is_held(SeatState state) {
    return state == SeatState::kHeld || state == SeatState::kPaying;
}

bool read_seats(std::string_view map, sale::HallImage& hall) {
    hall.states.reserve(map.size() / kSeatBytes);
    ByteReader in{map};
    while (!in.at_end()) {
        const auto state = in.fixed<std::uint8_t>();
        const auto deadline = in.fixed<std::uint64_t>();
        GuestId guest;
        in.bytes(guest.bytes.data(), guest.bytes.size());
        if (!in.ok() || state >= seat::kSeatStates) return false;
        const seat::SeatIndex seat{static_cast<std::uint32_t>(hall.states.size())};
        hall.states.push_back(static_cast<SeatState>(state));
        if (!is_held(hall.states.back())) continue;
        sale::HoldView& hold = hall.holds[guest];
        hold.seats.push_back(seat);
        hold.deadline = instant_from_ms(static_cast<std::int64_t>(deadline));
        hold.paying = hall.states.back() == SeatState::kPaying;
    }
    return true;
}

bool read_house_seats(const Reply& flat, sale::HallImage& hall) {
    for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2) {
        const std::string& index = flat.items[i].text;
        seat::SeatIndex seat;
        const auto [end, error] =
            std::from_chars(index.data(), index.data() + index.size(), seat.value);
        ByteReader why{flat.items[i + 1].text};
        std::string reason = why.text();
        std::string owner = why.text();
        if (error != std::errc{} || end != index.data() + index.size() || !why.ok()) return false;
        hall.house_seats[{std::move(reason), std::move(owner)}].push_back(seat);
    }
    for (seat::Seats& seats : hall.house_seats | std::views::values)
        std::ranges::sort(seats);
    return true;
}

// `parts`: performance, numbers, map, blocked seats.
bool read_hall(std::span<const Reply> parts, HallsAt& at) {
    sale::HallImage& hall = at.image.halls.emplace_back();
    hall.performance = parts[0].text;
    Numbers numbers{parts[1]};
    hall.id = {numbers.next<std::uint32_t>()};
    at.digests.push_back(numbers.next_text());
    hall.version = numbers.next<std::uint64_t>();
    const auto total = numbers.next<std::size_t>();
    hall.rules.hold_ttl = numbers.next_duration();
    hall.rules.retake_after = numbers.next_duration();
    hall.rules.return_delay_max = numbers.next_duration();
    hall.rules.seats_per_hold = numbers.next<std::uint32_t>();
    hall.rules.accessible_per_hold = numbers.next<std::uint32_t>();
    return numbers.ok() && parts[2].text.size() == total * kSeatBytes &&
           read_seats(parts[2].text, hall) && read_house_seats(parts[3], hall);
}

bool read_facts(const Reply& list, sale::SaleImage& image) {
    sale::Facts facts;
    for (const Reply& bytes : list.items)
        if (!bytes.is_nil() && !sale::load(bytes.text, facts)) return false;
    for (const sale::Fact& fact : facts) {
        if (const auto* const settings = std::get_if<sale::fact::SettingsSet>(&fact))
            image.settings = settings->settings;
        if (const auto* const levers = std::get_if<sale::fact::LeversSet>(&fact))
            image.levers = levers->levers;
        if (const auto* const money = std::get_if<payment::Fact>(&fact))
            if (const auto* const terms = std::get_if<payment::fact::TermsSet>(&money->body))
                image.terms = terms->terms;
    }
    return true;
}

}  // namespace

std::optional<HallsAt> read_halls(const Reply& answer) {
    constexpr std::size_t kBefore = 2;
    constexpr std::size_t kHallParts = 4;
    const std::span<const Reply> items{answer.items};
    if (items.size() < kBefore || (items.size() - kBefore) % kHallParts != 0) return std::nullopt;
    const auto id = parse_stream_id(items[0].text);
    HallsAt at{id.value_or(StreamId{}), {}, {}};
    if (!id || !read_facts(items[1], at.image)) return std::nullopt;
    for (std::size_t i = kBefore; i < items.size(); i += kHallParts)
        if (!read_hall(items.subspan(i, kHallParts), at)) return std::nullopt;
    return at;
}

}  // namespace onsale::redis
