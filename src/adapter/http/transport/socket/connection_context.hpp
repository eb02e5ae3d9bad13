#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/message/request_assembly.hpp"
#include "adapter/http/transport/message/response_writer.hpp"
#include "adapter/http/transport/socket/deadline_wheel.hpp"
#include "adapter/http/transport/socket/poller.hpp"
#include "adapter/http/transport/socket/refusal_log.hpp"
#include "adapter/http/transport/socket/transport_config.hpp"
#include "runtime/counters.hpp"

namespace onsale::http {

class Connection;

class ConnectionOwner {
  public:
    virtual ~ConnectionOwner() = default;
    // The connection is closed permanently. It may still be on the call stack.
    virtual void on_closed(Connection& connection) = 0;
};

// State that all connections of one listener share. A connection borrows the buffers for one call,
// so that a connection without data in flight owns none.
struct ConnectionContext {
    // Fits the largest request, so that one read usually takes all available bytes.
    static constexpr std::size_t kScratchSize = 128 * 1024;

    const TransportConfig& config;
    Handler& handler;
    runtime::Counters& counters;
    Poller& poller;
    DeadlineWheel& wheel;
    ConnectionOwner& owner;
    ResponseWriter responses;
    AssemblyLimits limits{config.head, config.body_max};
    RefusalLog refusals{config.refusal_lines_per_second};
    Duration now;  // Read once per round.
    std::uint64_t last_id = config.request_id_base;
    bool draining = false;

    RequestHead head{};
    std::vector<char> scratch = std::vector<char>(kScratchSize);
    std::string output{};       // Answers produced while a connection reads its requests.
    std::string late_output{};  // Answers produced at any other time.
};

}  // namespace onsale::http
