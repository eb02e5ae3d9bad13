#include "adapter/server/operate/image_folder.hpp"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "base/assert.hpp"

namespace onsale::server {
namespace {

using operate::ImageError;
using operate::kImageBytesMax;
using operate::kImagesBytesMax;

const std::string kPng = "\x89PNG\r\n\x1a\n and so on";

class Images : public ::testing::Test {
  protected:
    Images() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-images-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        folder = name;
    }
    ~Images() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder;
};

TEST_F(Images, AreFoundAgainAfterARestart) {
    const auto name = ImageFolder{folder / "images"}.keep("tour", kPng);
    ASSERT_TRUE(name);
    const ImageFolder again{folder / "images"};
    EXPECT_EQ(again.link("tour"), "/images/" + *name);
    ASSERT_NE(again.find(*name), nullptr);
    EXPECT_EQ(again.find(*name)->bytes, kPng);
    EXPECT_EQ(again.link("other"), std::nullopt);
}

TEST_F(Images, AreReplacedByTheNextOfTheSameOwner) {
    ImageFolder store{folder};
    const auto first = store.keep("tour", kPng);
    const auto second = store.keep("tour", kPng + "!");
    EXPECT_NE(*first, *second);
    EXPECT_EQ(store.link("tour"), "/images/" + *second);
    EXPECT_NE(store.find(*first), nullptr) << "pages that were cached still show it";
}

TEST_F(Images, ThatAreRemovedAreGoneAfterARestartToo) {
    const auto name = ImageFolder{folder}.keep("tour", kPng);
    {
        ImageFolder store{folder};
        EXPECT_EQ(store.remove("tour").value(), *name);
        EXPECT_EQ(store.find(*name), nullptr);
        EXPECT_EQ(store.remove("tour").error(), ImageError::kNone);
    }
    EXPECT_TRUE(ImageFolder{folder}.list().empty());
    EXPECT_FALSE(std::filesystem::exists(folder / *name));
}

TEST_F(Images, StayForTheOthersWhoHaveThem) {
    ImageFolder store{folder};
    const auto name = store.keep("tour", kPng);
    ASSERT_TRUE(store.keep("tour/day-1", kPng));
    ASSERT_TRUE(store.remove("tour"));
    EXPECT_EQ(store.link("tour"), std::nullopt);
    EXPECT_NE(store.find(*name), nullptr);
    ASSERT_EQ(store.list().size(), 1u);
    EXPECT_EQ(store.list()[0].owner, "tour/day-1");
    EXPECT_NE(ImageFolder{folder}.find(*name), nullptr);
}

TEST_F(Images, ThatSomebodyChangedOnDiskAreNotServed) {
    const auto name = ImageFolder{folder}.keep("tour", kPng);
    std::ofstream{folder / *name, std::ios::binary} << "<script>";
    EXPECT_EQ(ImageFolder{folder}.find(*name), nullptr);
}

TEST_F(Images, FillOnlySoMuchMemory) {
    ImageFolder store{folder};
    const std::string large = kPng + std::string(kImageBytesMax - kPng.size() - 8, 'x');
    for (std::size_t i = 0; i < kImagesBytesMax / kImageBytesMax; ++i)
        ASSERT_TRUE(store.keep("tour", large + std::to_string(i)));
    EXPECT_EQ(store.keep("tour", large + "last").error(), ImageError::kNoRoom);
}

TEST_F(Images, CannotBeKeptWhereNothingCanBeWritten) {
    std::ofstream{folder / "file"} << "x";
    EXPECT_EQ(ImageFolder{folder / "file"}.keep("tour", kPng).error(), ImageError::kNotWritten);
}

}  // namespace
}  // namespace onsale::server
