#include "runtime/entrance.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include <poll.h>

namespace onsale::runtime {
namespace {

// Descriptor and one; nothing is zero. A machine with more loops has cores to spare.
constinit std::array<std::atomic<int>, 16> entrances{};

bool replace(std::atomic<int>& entrance, int from, int to) {
    return entrance.compare_exchange_strong(from, to);
}

}  // namespace

Entrance::Entrance(int descriptor) : descriptor_(descriptor) {
    (void)std::ranges::any_of(
        entrances, [this](std::atomic<int>& one) { return replace(one, 0, descriptor_ + 1); });
}

Entrance::~Entrance() {
    (void)std::ranges::any_of(
        entrances, [this](std::atomic<int>& one) { return replace(one, descriptor_ + 1, 0); });
}

bool Entrance::somebody_waits() {
    std::array<pollfd, entrances.size()> asked;
    std::ranges::transform(entrances, asked.begin(), [](const std::atomic<int>& one) {
        // poll() passes over what is below zero.
        return pollfd{
            .fd = one.load(std::memory_order_relaxed) - 1, .events = POLLIN, .revents = 0};
    });
    return ::poll(asked.data(), asked.size(), 0) > 0;
}

}  // namespace onsale::runtime
