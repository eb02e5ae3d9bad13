#include "program/cluster/process_name.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "program/config/config_check.hpp"

namespace onsale::program {
namespace {

std::string host_name() {
    // A longer name is cut off. With the process id the name is still unique.
    std::array<char, 65> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    return name.data();
}

// The kernel accepts any bytes as a host name.
std::string with_allowed_signs(std::string name) {
    for (char& sign : name)
        if (!is_process_name({&sign, 1})) sign = '-';
    return name;
}

}  // namespace

std::vector<Role> roles_of(const ClusterConfig& cluster) {
    if (!cluster.roles.empty()) return cluster.roles;
    return {Role::kQueue, Role::kBooking, Role::kPayment, Role::kScheduler};
}

std::string process_name(const ClusterConfig& cluster) {
    if (!cluster.name.empty()) return cluster.name;
    std::vector<std::string_view> words;
    for (const Role role : cluster.roles)
        words.push_back(to_word(role));
    return fmt::format("{}-{}@{}", words.empty() ? "all" : fmt::to_string(fmt::join(words, "+")),
                       ::getpid(), with_allowed_signs(host_name()));
}

}  // namespace onsale::program
