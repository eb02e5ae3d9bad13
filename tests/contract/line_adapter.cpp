#include "tests/contract/line_adapter.hpp"

#include <algorithm>

#include "base/sha256.hpp"

namespace onsale::contract {

using namespace std::chrono_literals;

namespace {

// In the distant past for the clock of every adapter.
constexpr Instant kOpensAt = instant_from_ms(1'000'000'000'000);
// A call without an answer after this time counts as a hang.
constexpr auto kPatience = 20s;

}  // namespace

PortContract::PortContract() : adapter_(GetParam().make()) {
    auto created = await(adapter_->office().call(waiting_room::command::CreateEvent{settings()}));
    event_ = created.value().event;
    run_until([&] { return view().lifecycle() == waiting_room::Lifecycle::kOpen; });
}

void PortContract::run_one() {
    adapter_->loop().restart();
    if (adapter_->loop().run_one_for(kPatience) == 0)
        throw std::runtime_error{"the adapter does not answer"};
}

void PortContract::run_until(const std::function<bool()>& holds) {
    while (!holds())
        run_one();
}

GuestId PortContract::guest(std::uint32_t name) {
    const Sha256Digest digest = sha256("guest " + std::to_string(name));
    GuestId id;
    std::copy_n(digest.begin(), id.bytes.size(), id.bytes.begin());
    return id;
}

std::shared_ptr<waiting_room::EventSettings> PortContract::settings() const {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = "contract";
    settings->title = "Contract";
    settings->opens_at = kOpensAt;
    settings->rules.max_active = 0;
    return settings;
}

waiting_room::EnterOutcome PortContract::enter(std::uint32_t name) {
    return await(adapter_->lines().call(waiting_room::command::Enter{event_, guest(name), {}, {}}));
}

void PortContract::edit(const std::function<void(waiting_room::EventSettings&)>& change) {
    auto settings = std::make_shared<waiting_room::EventSettings>(view().settings());
    change(*settings);
    const auto outcome = await(adapter_->office().call(
        waiting_room::command::EditEvent{event_, std::move(settings), std::nullopt, false}));
    ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
}

}  // namespace onsale::contract
