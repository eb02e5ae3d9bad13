#include "runtime/pending_input.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include <poll.h>

namespace onsale::runtime {
namespace {

// Each entry is a descriptor plus one; zero is a free entry. Loops beyond the size of the array are
// not registered: a machine with that many loops has spare cores.
constinit std::array<std::atomic<int>, 16> entrances{};

bool replace(std::atomic<int>& entrance, int from, int to) {
    return entrance.compare_exchange_strong(from, to);
}

}  // namespace

PendingInput::PendingInput(int descriptor) : descriptor_(descriptor) {
    (void)std::ranges::any_of(
        entrances, [this](std::atomic<int>& one) { return replace(one, 0, descriptor_ + 1); });
}

PendingInput::~PendingInput() {
    (void)std::ranges::any_of(
        entrances, [this](std::atomic<int>& one) { return replace(one, descriptor_ + 1, 0); });
}

bool PendingInput::any_pending() {
    std::array<pollfd, entrances.size()> asked;
    std::ranges::transform(entrances, asked.begin(), [](const std::atomic<int>& one) {
        // poll() ignores negative descriptors.
        return pollfd{
            .fd = one.load(std::memory_order_relaxed) - 1, .events = POLLIN, .revents = 0};
    });
    return ::poll(asked.data(), asked.size(), 0) > 0;
}

}  // namespace onsale::runtime
