#include "operate/domain/image.hpp"

#include <optional>
#include <utility>

#include "base/base64url.hpp"
#include "base/sha256.hpp"

namespace onsale::operate {
namespace {

struct ImageKind {
    std::string_view ending;
    std::string_view content_type;
};

// Detected by the first bytes, because a file name proves nothing.
std::optional<ImageKind> kind_of(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return ImageKind{".png", "image/png"};
    if (bytes.starts_with("\xff\xd8\xff"sv)) return ImageKind{".jpg", "image/jpeg"};
    constexpr std::size_t kWebpMark = 8;
    if (bytes.starts_with("RIFF"sv) && bytes.size() > kWebpMark &&
        bytes.substr(kWebpMark).starts_with("WEBP"sv))
        return ImageKind{".webp", "image/webp"};
    return std::nullopt;
}

}  // namespace

Result<Image, ImageError> check_image(std::string bytes) {
    if (bytes.size() > kImageBytesMax) return fail(ImageError::kTooLarge);
    const auto kind = kind_of(bytes);
    if (!kind) return fail(ImageError::kNotAnImage);
    std::string name = hex_encode(as_bytes(sha256(bytes))) + std::string{kind->ending};
    return Image{std::move(name), kind->content_type, std::move(bytes)};
}

}  // namespace onsale::operate
