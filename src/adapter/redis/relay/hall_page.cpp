#include "adapter/redis/relay/hall_page.hpp"

#include <algorithm>

namespace onsale::redis {

namespace {

constexpr std::size_t kFields = 8;
constexpr std::size_t kOwnedFields = 4;     // Seat, fence, guest, time.
constexpr std::size_t kReturnedFields = 2;  // Seat, time.

// Parses a number that is an integer or a string of digits.
std::optional<std::int64_t> number_in(const Reply& reply) {
    if (reply.kind == Reply::Kind::kInteger) return reply.integer;
    if (reply.text.empty() || reply.text.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return std::stoll(reply.text);
}

SeatInRedis* find(HallPage& page, const Reply& seat, std::uint32_t first) {
    const auto index = number_in(seat);
    if (!index || *index < first || *index - first >= static_cast<std::int64_t>(page.seats.size()))
        return nullptr;
    return &page.seats[static_cast<std::size_t>(*index - first)];
}

bool read_owners(HallPage& page, const std::vector<Reply>& owned, std::uint32_t first) {
    for (std::size_t i = 0; i + kOwnedFields <= owned.size(); i += kOwnedFields) {
        SeatInRedis* const seat = find(page, owned[i], first);
        GuestId guest;
        if (seat == nullptr || owned[i + 2].text.size() != guest.bytes.size()) return false;
        std::ranges::copy(owned[i + 2].text, guest.bytes.begin());
        seat->owner = guest;
    }
    return true;
}

bool read_returned(HallPage& page, const std::vector<Reply>& returned, std::uint32_t first) {
    for (std::size_t i = 0; i + kReturnedFields <= returned.size(); i += kReturnedFields) {
        SeatInRedis* const seat = find(page, returned[i], first);
        if (seat == nullptr) return false;
        seat->waits_for_person = returned[i + 1].text == "inf";
    }
    return true;
}

}  // namespace

std::optional<HallPage> read_page(const Reply& answer, std::uint32_t first) {
    const std::vector<Reply>& items = answer.items;
    if (items.size() != kFields || items[0].text != "ok") return std::nullopt;
    HallPage page;
    const auto version = number_in(items[2]);
    if (!version || items[3].items.size() != page.counts.size()) return std::nullopt;
    page.version = static_cast<std::uint64_t>(*version);
    for (std::size_t i = 0; i < page.counts.size(); ++i)
        page.counts[i] = number_in(items[3].items[i]).value_or(-1);
    page.remaining = number_in(items[4]).value_or(-1);
    for (const char byte : items[5].text) {
        const auto state = static_cast<std::uint8_t>(byte);
        if (state >= seat::kSeatStates) return std::nullopt;
        page.seats.push_back({static_cast<seat::SeatState>(state)});
    }
    const bool is_sound =
        read_owners(page, items[6].items, first) && read_returned(page, items[7].items, first);
    if (!is_sound) return std::nullopt;
    return page;
}

}  // namespace onsale::redis
