#include <cstdlib>

#include <gtest/gtest.h>

#include "adapter/http/admin_sale_test_support.hpp"
#include "adapter/http/guest_site.hpp"

namespace onsale::http {
namespace {

const std::string kPng = "\x89PNG\r\n\x1a\n and so on";

class ImageRoutes : public testing::AdminSaleTest {
  protected:
    ImageRoutes() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-images-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        folder = name;
        images.emplace(folder);
        site.context.images = &*images;
    }
    ~ImageRoutes() override { std::filesystem::remove_all(folder); }

    testing::AdminTestAnswer upload(const std::string& rest, std::string_view bytes,
                                    std::string_view type = "image/png") {
        return site.ask(Method::kPut, "/api/admin/events/tour/" + rest, bytes,
                        {{"Content-Type", type}}, true);
    }

    std::filesystem::path folder;
    std::optional<ImageStore> images;
};

TEST_F(ImageRoutes, APosterIsTheEvents) {
    EXPECT_EQ(upload("poster", kPng).status, 200);
    ASSERT_TRUE(images->link("tour"));
    EXPECT_NE(noted().effect.find(*images->link("tour")), std::string::npos);
}

TEST_F(ImageRoutes, APerformanceHasItsOwn) {
    EXPECT_EQ(upload("performances/fri/image", kPng).status, 200);
    EXPECT_TRUE(images->link("tour/fri"));
    EXPECT_EQ(upload("performances/mon/image", kPng).code(), "PERFORMANCE_NOT_FOUND");
}

TEST_F(ImageRoutes, ARehearsalKeepsNothing) {
    EXPECT_EQ(upload("poster?dryRun=true", kPng).status, 200);
    EXPECT_EQ(upload("poster?dryRun=true", "<svg/>").code(), "IMAGE_REFUSED");
    EXPECT_FALSE(images->link("tour"));
}

TEST_F(ImageRoutes, TheBytesDecideWhatItIs) {
    EXPECT_EQ(upload("poster", "<script>").code(), "IMAGE_REFUSED");
    EXPECT_EQ(upload("poster", kPng, "image/svg+xml").code(), "UNSUPPORTED_MEDIA_TYPE");
    EXPECT_EQ(upload("poster", kPng, "application/json").code(), "UNSUPPORTED_MEDIA_TYPE");
}

}  // namespace
}  // namespace onsale::http
