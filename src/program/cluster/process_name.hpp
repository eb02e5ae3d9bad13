#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

std::string_view word_for(Role role);

// The roles of this process: those it was given, or all of them.
std::vector<Role> roles_of(const ClusterConfig& cluster);

// How this process is called in logs, leases and metrics: as configured, or else by its roles, its
// id and its host, as "queue+booking-4711@web-3".
std::string process_name(const ClusterConfig& cluster);

}  // namespace onsale::program
