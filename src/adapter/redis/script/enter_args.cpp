#include "adapter/redis/script/enter_args.hpp"

#include <utility>

#include "adapter/redis/script/hall_args.hpp"

namespace onsale::redis {

std::vector<std::string> line_enter_args(const std::vector<Joining>& guests) {
    std::vector<std::string> arguments(1);
    arguments.front().reserve(guests.size() * sizeof(GuestId::bytes));
    for (std::size_t i = 0; i < guests.size(); ++i) {
        const Joining& one = guests[i];
        arguments.front() += guest_arg(one.guest);
        if (one.shown.value == 0 && one.proof.empty()) continue;
        arguments.push_back(std::to_string(i + 1));
        arguments.push_back(std::to_string(one.shown.value));
        arguments.push_back(one.proof);
        arguments.push_back(std::to_string(std::to_underlying(one.was)));
        arguments.emplace_back(one.only_back ? "1" : "0");
    }
    return arguments;
}

}  // namespace onsale::redis
