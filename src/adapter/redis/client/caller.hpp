#pragma once

#include <memory>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/nodes.hpp"
#include "adapter/redis/client/topology.hpp"
#include "adapter/redis/protocol/command.hpp"

namespace onsale::redis {

// The objects that a call needs. Each call has a copy.
struct Caller {
    std::shared_ptr<ClientContext> context;
    std::shared_ptr<Topology> topology;
    std::shared_ptr<Nodes> nodes;
};

// Sends a pipeline to the slot's current master and returns the answers. Carries out the steps of
// CallPlan. Ends at the deadline at the latest.
boost::asio::awaitable<Answers> run_call(Caller caller, Slot slot, Pipeline pipeline,
                                         Deadline deadline);

// Sends one command to the given node, without retries.
boost::asio::awaitable<Answers> run_at(Caller caller, Endpoint node, Command command,
                                       Deadline deadline);

}  // namespace onsale::redis
