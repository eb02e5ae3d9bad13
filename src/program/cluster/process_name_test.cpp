#include "program/cluster/process_name.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "program/config/config_check.hpp"

namespace onsale::program {
namespace {

TEST(ProcessName, IsTheConfiguredOne) {
    EXPECT_EQ(process_name({.roles = {Role::kQueue}, .keys = "", .name = "gate"}), "gate");
}

TEST(ProcessName, IsElseMadeOfRolesProcessAndHost) {
    const std::string start = "queue+booking-" + std::to_string(::getpid()) + "@";
    const std::string name =
        process_name({.roles = {Role::kQueue, Role::kBooking}, .keys = "", .name = ""});
    EXPECT_EQ(name.substr(0, start.size()), start);
    EXPECT_GT(name.size(), start.size());
    EXPECT_TRUE(is_process_name(name)) << name;
}

TEST(Roles, AreAllFourWithoutAChoice) {
    EXPECT_EQ(roles_of({}).size(), 4);
    EXPECT_EQ(roles_of({.roles = {Role::kPayment}, .keys = "", .name = ""}),
              std::vector{Role::kPayment});
}

}  // namespace
}  // namespace onsale::program
