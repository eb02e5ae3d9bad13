#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/http/operator/call/test_admin_sale.hpp"

namespace onsale::http {
namespace {

const std::string kPng = "\x89PNG\r\n\x1a\n and so on";

// Images in memory.
struct TestImages final : operate::ImageStore {
    Result<std::string, operate::ImageError> keep(const std::string& owner,
                                                  std::string bytes) override {
        auto checked = operate::check_image(std::move(bytes));
        if (!checked) return fail(checked.error());
        owned[owner] = std::make_shared<const operate::Image>(std::move(*checked));
        return owned[owner]->name;
    }
    Result<std::string, operate::ImageError> remove(const std::string& owner) override {
        const auto found = owned.find(owner);
        if (found == owned.end()) return fail(operate::ImageError::kNone);
        const std::string name = found->second->name;
        owned.erase(found);
        return name;
    }
    std::shared_ptr<const operate::Image> find(std::string_view name) const override {
        for (const auto& [owner, image] : owned)
            if (image->name == name) return image;
        return nullptr;
    }
    std::optional<std::string> link(std::string_view owner) const override {
        const auto found = owned.find(owner);
        if (found == owned.end()) return std::nullopt;
        return "/images/" + found->second->name;
    }
    std::vector<operate::OwnedImage> list() const override {
        std::vector<operate::OwnedImage> all;
        for (const auto& [owner, image] : owned)
            all.push_back({owner, image});
        return all;
    }

    std::map<std::string, std::shared_ptr<const operate::Image>, std::less<>> owned;
};

class ImageRoutes : public testing::AdminSaleTest {
  protected:
    ImageRoutes() { site.context.images = &images; }

    testing::AdminTestAnswer upload(const std::string& rest, std::string_view bytes,
                                    std::string_view type = "image/png") {
        return site.ask(Method::kPut, "/api/admin/events/tour/" + rest, bytes,
                        {{"Content-Type", type}}, true);
    }

    testing::AdminTestAnswer remove(const std::string& rest) {
        return site.call(Method::kDelete, "/api/admin/events/tour/" + rest);
    }

    TestImages images;
};

TEST_F(ImageRoutes, APosterIsTheEvents) {
    EXPECT_EQ(upload("poster", kPng).status, 200);
    ASSERT_TRUE(images.link("tour"));
    const std::string link = *images.link("tour");
    const std::string file = link.substr(link.rfind('/') + 1);
    EXPECT_NE(noted().effect.find(file), std::string::npos) << noted().effect;
}

TEST_F(ImageRoutes, APerformanceHasItsOwn) {
    EXPECT_EQ(upload("performances/fri/image", kPng).status, 200);
    EXPECT_TRUE(images.link("tour/fri"));
    EXPECT_EQ(upload("performances/mon/image", kPng).code(), "PERFORMANCE_NOT_FOUND");
}

TEST_F(ImageRoutes, ARehearsalKeepsNothing) {
    EXPECT_EQ(upload("poster?dryRun=true", kPng).status, 200);
    EXPECT_EQ(upload("poster?dryRun=true", "<svg/>").code(), "IMAGE_REFUSED");
    EXPECT_FALSE(images.link("tour"));
}

TEST_F(ImageRoutes, AreListedWithWhatTheyBelongTo) {
    upload("poster", kPng);
    upload("performances/fri/image", kPng + "!");
    const auto list = get("/images").json().at("images").as_array();
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].at("event").as_string(), "tour");
    EXPECT_FALSE(list[0].as_object().contains("performance"));
    EXPECT_EQ(list[0].at("image").as_string(), *images.link("tour"));
    EXPECT_EQ(list[1].at("performance").as_string(), "fri");
    EXPECT_EQ(list[1].at("contentType").as_string(), "image/png");
    EXPECT_EQ(list[1].at("bytes").as_int64(), static_cast<std::int64_t>(kPng.size() + 1));
}

TEST_F(ImageRoutes, AreTakenAway) {
    upload("poster", kPng);
    upload("performances/fri/image", kPng + "!");
    EXPECT_EQ(remove("poster?dryRun=true").status, 200);
    ASSERT_TRUE(images.link("tour"));
    EXPECT_EQ(remove("poster").status, 200);
    EXPECT_EQ(noted().what, "DELETE /api/admin/events/tour/poster");
    EXPECT_FALSE(images.link("tour"));
    EXPECT_EQ(remove("poster").code(), "IMAGE_NOT_FOUND");
    EXPECT_TRUE(images.link("tour/fri"));
    EXPECT_EQ(remove("performances/fri/image").status, 200);
    EXPECT_FALSE(images.link("tour/fri"));
}

TEST_F(ImageRoutes, TheBytesDecideWhatItIs) {
    EXPECT_EQ(upload("poster", "<script>").code(), "IMAGE_REFUSED");
    EXPECT_EQ(upload("poster", kPng, "image/svg+xml").code(), "UNSUPPORTED_MEDIA_TYPE");
    EXPECT_EQ(upload("poster", kPng, "application/json").code(), "UNSUPPORTED_MEDIA_TYPE");
}

}  // namespace
}  // namespace onsale::http
