#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "adapter/embedded/engine/engine.hpp"
#include "base/assert.hpp"
#include "token/key/random.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::bench {

inline Sha256Digest fresh_secret() {
    Sha256Digest secret;
    token::random_bytes(secret);
    return secret;
}

// Creates an open event that admits nobody. The away and forget timeouts are long enough that no
// guest loses a place during a benchmark.
inline waiting_room::EventId create_event(embedded::Engine& engine, const std::string& key) {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = key;
    settings->title = "Benchmark";
    settings->opens_at = engine.clock().wall();
    settings->rules.max_active = 0;
    settings->rules.line_max = 100'000'000;
    settings->rules.away_after = waiting_room::kForgetAfterMax;
    settings->rules.forget_after = waiting_room::kForgetAfterMax;
    const embedded::Command create = waiting_room::command::CreateEvent{std::move(settings)};
    const auto result = engine.run({&create, 1}, true);
    const auto& outcome = std::get<waiting_room::OperatorOutcome>(result.outcomes.front());
    ONSALE_ASSERT(outcome.has_value());
    return outcome->event;
}

}  // namespace onsale::bench
