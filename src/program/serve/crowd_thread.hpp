#pragma once

#include <cstdint>

#include "adapter/crowd/crowd.hpp"
#include "program/config/config.hpp"
#include "runtime/loop.hpp"
#include "runtime/system_time.hpp"

namespace onsale::program {

// Runs the demo crowd on its own thread with low priority.
// Thread safety: start and stop from one owner.
class CrowdThread {
  public:
    explicit CrowdThread(crowd::Crowd::Config config);

    void start();
    void stop();

  private:
    runtime::Loop loop_{"crowd"};
    const runtime::SystemTime time_{};
    crowd::Crowd crowd_;
};

// Throws when the crowd cannot play on this server, with a message that names the fix.
void require_playable(const Config& config);
// Simulated guests of the event "demo" on this server, which listens on `port`.
crowd::Crowd::Config crowd_of(const Config& config, std::uint16_t port, std::uint32_t guests);

}  // namespace onsale::program
