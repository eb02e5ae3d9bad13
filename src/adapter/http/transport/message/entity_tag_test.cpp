#include "adapter/http/transport/message/entity_tag.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

TEST(EntityTag, IsNamedAloneInAListWeakOrByAStar) {
    for (const char* header : {R"("17")", R"(W/"17")", R"("16", W/"17" ,"18")", " * "})
        EXPECT_TRUE(names_tag(header, R"("17")")) << header;
}

TEST(EntityTag, IsNotNamedByAnother) {
    for (const char* header : {"", "17", R"("1")", R"("17-2")", R"("170")", R"(w/"17")", ",", "**"})
        EXPECT_FALSE(names_tag(header, R"("17")")) << header;
}

}  // namespace
}  // namespace onsale::http
