#include <cstdlib>

#include <gtest/gtest.h>

#include "adapter/http/operator/call/test_admin_sale.hpp"

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

    testing::AdminTestAnswer remove(const std::string& rest) {
        return site.call(Method::kDelete, "/api/admin/events/tour/" + rest);
    }

    std::filesystem::path folder;
    std::optional<ImageStore> images;
};

TEST_F(ImageRoutes, APosterIsTheEvents) {
    EXPECT_EQ(upload("poster", kPng).status, 200);
    ASSERT_TRUE(images->link("tour"));
    const std::string link = *images->link("tour");
    const std::string file = link.substr(link.rfind('/') + 1);
    EXPECT_NE(noted().effect.find(file), std::string::npos) << noted().effect;
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

TEST_F(ImageRoutes, AreListedWithWhatTheyBelongTo) {
    upload("poster", kPng);
    upload("performances/fri/image", kPng + "!");
    const auto list = get("/images").json().at("images").as_array();
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].at("event").as_string(), "tour");
    EXPECT_FALSE(list[0].as_object().contains("performance"));
    EXPECT_EQ(list[0].at("image").as_string(), *images->link("tour"));
    EXPECT_EQ(list[1].at("performance").as_string(), "fri");
    EXPECT_EQ(list[1].at("contentType").as_string(), "image/png");
    EXPECT_EQ(list[1].at("bytes").as_int64(), static_cast<std::int64_t>(kPng.size() + 1));
}

TEST_F(ImageRoutes, AreTakenAway) {
    upload("poster", kPng);
    upload("performances/fri/image", kPng + "!");
    EXPECT_EQ(remove("poster?dryRun=true").status, 200);
    ASSERT_TRUE(images->link("tour"));
    EXPECT_EQ(remove("poster").status, 200);
    EXPECT_EQ(noted().what, "DELETE /api/admin/events/tour/poster");
    EXPECT_FALSE(images->link("tour"));
    EXPECT_EQ(remove("poster").code(), "IMAGE_NOT_FOUND");
    EXPECT_TRUE(images->link("tour/fri"));
    EXPECT_EQ(remove("performances/fri/image").status, 200);
    EXPECT_FALSE(images->link("tour/fri"));
}

TEST_F(ImageRoutes, TheBytesDecideWhatItIs) {
    EXPECT_EQ(upload("poster", "<script>").code(), "IMAGE_REFUSED");
    EXPECT_EQ(upload("poster", kPng, "image/svg+xml").code(), "UNSUPPORTED_MEDIA_TYPE");
    EXPECT_EQ(upload("poster", kPng, "application/json").code(), "UNSUPPORTED_MEDIA_TYPE");
}

}  // namespace
}  // namespace onsale::http
