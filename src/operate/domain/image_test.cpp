#include "operate/domain/image.hpp"

#include <gtest/gtest.h>

namespace onsale::operate {
namespace {

const std::string kPng = "\x89PNG\r\n\x1a\n and so on";

TEST(CheckImage, KnowsAnImageByItsFirstBytes) {
    EXPECT_EQ(check_image(kPng)->content_type, "image/png");
    EXPECT_EQ(check_image("\xff\xd8\xff\xe0 JFIF")->content_type, "image/jpeg");
    EXPECT_EQ(check_image("RIFF1234WEBPVP8 ")->content_type, "image/webp");
}

TEST(CheckImage, RefusesWhatIsSomethingElse) {
    for (const std::string bytes : {"", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a",
                                    "<!doctype html>", "RIFF1234WAVE", "PNG"}) {
        const auto checked = check_image(bytes);
        ASSERT_FALSE(checked) << bytes;
        EXPECT_EQ(checked.error(), ImageError::kNotAnImage);
    }
    EXPECT_EQ(check_image(kPng + std::string(kImageBytesMax, 'x')).error(), ImageError::kTooLarge);
}

TEST(CheckImage, TheSameBytesHaveTheSameName) {
    EXPECT_EQ(check_image(kPng)->name, check_image(kPng)->name);
    EXPECT_NE(check_image(kPng)->name, check_image(kPng + "!")->name);
    EXPECT_TRUE(check_image(kPng)->name.ends_with(".png"));
}

}  // namespace
}  // namespace onsale::operate
