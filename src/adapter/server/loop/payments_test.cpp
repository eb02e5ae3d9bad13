#include "adapter/server/loop/payments.hpp"

#include <gtest/gtest.h>

namespace onsale::server {
namespace {

TEST(FormOrigins, AreThoseOfAllProvidersEachOnce) {
    EXPECT_EQ(form_origins({{.id = {1}, .word = "demo", .demo_only = true},
                            {.id = {2}, .word = "cards", .posts_to = {"https://pay.example"}},
                            {.id = {3},
                             .word = "phone",
                             .posts_to = {"https://phone.example", "https://pay.example"}}}),
              (std::vector<std::string>{"https://pay.example", "https://phone.example"}));
}

TEST(FormOrigins, DemoPayNeedsNoOther) {
    EXPECT_EQ(gateway::known_providers().size(), 1u);
    EXPECT_TRUE(form_origins(gateway::known_providers()).empty());
}

}  // namespace
}  // namespace onsale::server
