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

// Pictures that guests see at once; larger ones are not made for the web.
constexpr std::size_t kImageBytesMax = std::size_t{2} << 20;
// All of them are kept in memory, so that serving one never waits for a disk.
constexpr std::size_t kImagesBytesMax = std::size_t{64} << 20;

struct Image {
    std::string
        name;  // The SHA-256 of the bytes and the ending: the same name is the same picture.
    std::string_view content_type;
    std::string bytes;
};

// A picture in use and whose it is.
struct OwnedImage {
    std::string owner;
    std::shared_ptr<const Image> image;
};

enum class ImageError : std::uint8_t {
    kNotAnImage,  // By its first bytes; SVG is none, because it can carry scripts.
    kTooLarge,
    kNoRoom,
    kNotWritten,
    kNone,  // There is no such picture.
};

// Posters and pictures of halls, as files in a folder, and what each one belongs to.
// Thread safety: any thread.
class ImageStore {
  public:
    // Reads what is there; makes the folder at the first upload.
    explicit ImageStore(std::filesystem::path folder);

    // Checks without keeping; the picture's name.
    static Result<Image, ImageError> check(std::string bytes);
    // The picture of `owner` from now on ("tour" for an event, "tour/day-1" for a performance).
    Result<std::string, ImageError> keep(const std::string& owner, std::string bytes);
    // The owner has no picture any more; the file goes with its last owner. The picture's name.
    Result<std::string, ImageError> remove(const std::string& owner);

    std::shared_ptr<const Image> find(std::string_view name) const;
    // Where guests find the picture: "/images/NAME"; nothing if the owner has none.
    std::optional<std::string> link(std::string_view owner) const;
    // By owner.
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
