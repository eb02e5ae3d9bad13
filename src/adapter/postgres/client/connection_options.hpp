#pragma once

#include <string>
#include <utility>
#include <vector>

#include "adapter/postgres/client/config.hpp"

namespace onsale::postgres {

// One address of a host.
struct Address {
    Host host;
    std::string ip{};  // Empty: a unix socket.
};

// Keywords and values for libpq, instead of what it would take from the environment and from files
// of the user. libpq gets the address, because resolving the name would block the loop.
std::vector<std::pair<std::string, std::string>> connection_options(const Config& config,
                                                                    const Address& address,
                                                                    const std::string& password);

// What a server says about itself after the login.
struct ServerState {
    bool is_standby = false;
    bool is_read_only = false;  // default_transaction_read_only
};

// Empty if the server has the role; else why not.
std::string why_not(Role role, const ServerState& server);

}  // namespace onsale::postgres
