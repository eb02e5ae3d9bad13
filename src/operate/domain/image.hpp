#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace onsale::operate {

// Images that guests see at once. Larger files are not made for the web.
constexpr std::size_t kImageBytesMax = std::size_t{2} << 20;

struct Image {
    // SHA-256 of the bytes and the file extension. The same name means the same image.
    std::string name;
    std::string_view content_type;
    std::string bytes;
};

enum class ImageError : std::uint8_t {
    kNotAnImage,  // Detected by the first bytes. SVG is not accepted because it can carry scripts.
    kTooLarge,
    kNoRoom,
    kNotWritten,
    kNone,  // There is no such image.
};

// Names an image by its bytes, if it is one.
Result<Image, ImageError> check_image(std::string bytes);

}  // namespace onsale::operate
