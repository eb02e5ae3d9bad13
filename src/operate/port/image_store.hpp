#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "operate/domain/image.hpp"

namespace onsale::operate {

// All images are kept in memory, so that serving one never waits.
constexpr std::size_t kImagesBytesMax = std::size_t{64} << 20;

// An image in use and its owner.
struct OwnedImage {
    std::string owner;
    std::shared_ptr<const Image> image;
};

// Posters of events and images of performances, and the owner of each one: "tour" for an event,
// "tour/day-1" for a performance. Changes wait for the disk; reads do not.
// Thread safety: any thread.
class ImageStore {
  public:
    virtual ~ImageStore() = default;

    // Sets the owner's image and returns its name.
    virtual Result<std::string, ImageError> keep(const std::string& owner, std::string bytes) = 0;
    // Removes the owner's image and returns its name. The image is deleted with its last owner.
    virtual Result<std::string, ImageError> remove(const std::string& owner) = 0;

    virtual std::shared_ptr<const Image> find(std::string_view name) const = 0;
    // The image's path, "/images/NAME"; nothing if the owner has no image.
    virtual std::optional<std::string> link(std::string_view owner) const = 0;
    // Sorted by owner.
    virtual std::vector<OwnedImage> list() const = 0;
};

}  // namespace onsale::operate
