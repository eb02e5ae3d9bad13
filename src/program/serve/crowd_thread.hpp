#pragma once

#include <cstdint>

#include "adapter/crowd/crowd.hpp"
#include "program/config/config.hpp"
#include "runtime/loop.hpp"
#include "runtime/system_time.hpp"

namespace onsale::program {

// The demo crowd on a thread of its own that every other goes before.
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

// Throws where this server's guests cannot be played, with a message that names the fix.
void require_playable(const Config& config);
// Guests of the event "demo" of this very server, which listens on `port`.
crowd::Crowd::Config crowd_of(const Config& config, std::uint16_t port, std::uint32_t guests);

}  // namespace onsale::program
