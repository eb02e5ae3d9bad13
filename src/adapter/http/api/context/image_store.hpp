#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace onsale::http {

// Images that guests see at once. Larger files are not made for the web.
constexpr std::size_t kImageBytesMax = std::size_t{2} << 20;
// All images are kept in memory, so that serving one never waits for a disk.
constexpr std::size_t kImagesBytesMax = std::size_t{64} << 20;

struct Image {
    std::string
        // SHA-256 of the bytes and the file extension. The same name means the same image.
        name;
    std::string_view content_type;
    std::string bytes;
};

// An image in use and its owner.
struct OwnedImage {
    std::string owner;
    std::shared_ptr<const Image> image;
};

enum class ImageError : std::uint8_t {
    kNotAnImage,  // Detected by the first bytes. SVG is not accepted because it can carry scripts.
    kTooLarge,
    kNoRoom,
    kNotWritten,
    kNone,  // There is no such image.
};

// Posters and images of halls as files in a folder, and the owner of each one.
// Thread safety: any thread.
class ImageStore {
  public:
    // Reads the folder if it exists. The first upload creates it.
    explicit ImageStore(std::filesystem::path folder);

    // Checks the bytes without storing them.
    static Result<Image, ImageError> check(std::string bytes);
    // Sets the image of `owner` ("tour" for an event, "tour/day-1" for a performance); returns its
    // name.
    Result<std::string, ImageError> keep(const std::string& owner, std::string bytes);
    // Removes the owner's image and returns its name. The file is deleted with its last owner.
    Result<std::string, ImageError> remove(const std::string& owner);

    std::shared_ptr<const Image> find(std::string_view name) const;
    // The image's path, "/images/NAME"; nothing if the owner has no image.
    std::optional<std::string> link(std::string_view owner) const;
    // Sorted by owner.
    std::vector<OwnedImage> list() const;

  private:
    void read_index();
    bool write_file(const std::string& name, std::string_view bytes) const;
    bool write_index() const;

    const std::filesystem::path folder_;
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const Image>, std::less<>> images_;
    std::map<std::string, std::string, std::less<>> owners_;
};

}  // namespace onsale::http
