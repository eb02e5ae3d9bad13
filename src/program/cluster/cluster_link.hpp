#pragma once

#include <string>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/client/config.hpp"
#include "adapter/server/loop/cluster_ports.hpp"
#include "adapter/server/operate/process_announcer.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// The settings of the connection to Redis. Throws std::runtime_error that names the key if the
// password cannot be read. `name`: shown by CLIENT LIST.
redis::Config redis_config(const Config& config, const std::string& name);

// How many replicas must confirm a change before the guest is answered.
redis::ScriptCallConfig script_call_config(const Config& config);

// How the loops of this process use Redis.
server::RedisUse redis_use(const Config& config, const std::string& process);

bool has_role(const Config& config, Role role);

// The identity that this process reports to the others.
server::ProcessIdentity process_identity(const Config& config, const std::string& name,
                                         Instant started_at);

}  // namespace onsale::program
