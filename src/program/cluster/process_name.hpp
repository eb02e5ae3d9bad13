#pragma once

#include <string>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

// The configured roles of this process, or all roles.
std::vector<Role> roles_of(const ClusterConfig& cluster);

// The name of this process in logs, leases and metrics: the configured one, otherwise its roles,
// its id and its host, such as "queue+booking-4711@web-3".
std::string process_name(const ClusterConfig& cluster);

}  // namespace onsale::program
