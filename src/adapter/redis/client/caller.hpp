#pragma once

#include <memory>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/nodes.hpp"
#include "adapter/redis/client/topology.hpp"
#include "adapter/redis/protocol/command.hpp"

namespace onsale::redis {

// What a call needs on its way; each call has a copy.
struct Caller {
    std::shared_ptr<ClientContext> context;
    std::shared_ptr<Topology> topology;
    std::shared_ptr<Nodes> nodes;
};

// Brings a pipeline to the slot's master, wherever that is by then, and its answers back: the shell
// around CallPlan. Ends before the deadline or at it.
boost::asio::awaitable<Answers> run_call(Caller caller, Slot slot, Pipeline pipeline,
                                         Deadline deadline);

// The same for one node that the caller has chosen, without any second try.
boost::asio::awaitable<Answers> run_at(Caller caller, Endpoint node, Command command,
                                       Deadline deadline);

}  // namespace onsale::redis
