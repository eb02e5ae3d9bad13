#include "adapter/redis/feed/lost_places.hpp"

namespace onsale::redis {

using waiting_room::Number;
using waiting_room::Standing;

void LostPlaces::remember(const waiting_room::PlaceBook& before, std::string_view now) {
    for (std::uint32_t number = 1; number <= before.issued_count(); ++number) {
        const Standing standing = before.standing(Number{number});
        if (standing == Standing::kNone) continue;
        if (number < now.size() && now[number] != 0) continue;
        if (standings_.size() <= number) standings_.resize(before.issued_count() + 1u);
        standings_[number] = static_cast<char>(standing);
    }
}

Standing LostPlaces::find(Number number) const {
    return number.value < standings_.size() ? static_cast<Standing>(standings_[number.value])
                                            : Standing::kNone;
}

}  // namespace onsale::redis
