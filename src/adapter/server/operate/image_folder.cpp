#include "adapter/server/operate/image_folder.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "runtime/log.hpp"

namespace onsale::server {

using operate::check_image;
using operate::Image;
using operate::ImageError;
using operate::OwnedImage;

namespace {

namespace fs = std::filesystem;

constexpr const char* kIndex = "index";

std::string read_file(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

ImageFolder::ImageFolder(fs::path folder) : folder_(std::move(folder)) {
    read_index();
}

Result<std::string, ImageError> ImageFolder::keep(const std::string& owner, std::string bytes) {
    auto checked = check_image(std::move(bytes));
    if (!checked) return fail(checked.error());
    const auto image = std::make_shared<const Image>(std::move(*checked));
    const std::lock_guard lock{mutex_};
    std::size_t total = image->bytes.size();
    for (const auto& [name, kept] : images_)
        total += kept->bytes.size();
    if (!images_.contains(image->name)) {
        if (total > operate::kImagesBytesMax) return fail(ImageError::kNoRoom);
        if (!write_file(image->name, image->bytes)) return fail(ImageError::kNotWritten);
        images_.emplace(image->name, image);
    }
    owners_[owner] = image->name;
    if (!write_index()) return fail(ImageError::kNotWritten);
    return image->name;
}

Result<std::string, ImageError> ImageFolder::remove(const std::string& owner) {
    const std::lock_guard lock{mutex_};
    const auto found = owners_.find(owner);
    if (found == owners_.end()) return fail(ImageError::kNone);
    const std::string name = found->second;
    owners_.erase(found);
    if (!write_index()) {
        owners_.emplace(owner, name);
        return fail(ImageError::kNotWritten);
    }
    const auto has_it = [&](const auto& other) { return other.second == name; };
    if (std::ranges::any_of(owners_, has_it)) return name;
    images_.erase(name);
    std::error_code ignored;  // A file without owner is never read again, so errors do not matter.
    fs::remove(folder_ / name, ignored);
    return name;
}

std::shared_ptr<const Image> ImageFolder::find(std::string_view name) const {
    const std::lock_guard lock{mutex_};
    const auto found = images_.find(name);
    return found == images_.end() ? nullptr : found->second;
}

std::optional<std::string> ImageFolder::link(std::string_view owner) const {
    const std::lock_guard lock{mutex_};
    const auto found = owners_.find(owner);
    if (found == owners_.end() || !images_.contains(found->second)) return std::nullopt;
    return "/images/" + found->second;
}

std::vector<OwnedImage> ImageFolder::list() const {
    const std::lock_guard lock{mutex_};
    std::vector<OwnedImage> owned;
    for (const auto& [owner, name] : owners_)
        if (const auto found = images_.find(name); found != images_.end())
            owned.push_back({owner, found->second});
    return owned;
}

// One line per owner: the owner, a space, the image's name. A file whose bytes do not match its
// name was modified and is not served.
void ImageFolder::read_index() {
    std::istringstream lines{read_file(folder_ / kIndex)};
    std::string owner;
    std::string name;
    std::string first;
    std::size_t unreadable = 0;
    while (lines >> owner >> name) {
        const bool plain = name.find('/') == name.npos;
        auto image = check_image(plain ? read_file(folder_ / name) : "");
        if (!image || image->name != name) {
            if (unreadable++ == 0) first = owner;
            continue;
        }
        images_.emplace(name, std::make_shared<const Image>(std::move(*image)));
        owners_[owner] = name;
    }
    if (unreadable != 0)
        runtime::log(runtime::LogLevel::kWarning,
                     "pictures of the folder images are missing or damaged and not shown; upload "
                     "them again",
                     {{"count", std::to_string(unreadable)}, {"first", first}});
}

// Writes under another name first, so that a partial file never has the final name.
bool ImageFolder::write_file(const std::string& name, std::string_view bytes) const {
    std::error_code error;
    fs::create_directories(folder_, error);
    const fs::path half = folder_ / (name + ".new");
    {
        std::ofstream file{half, std::ios::binary};
        file << bytes << std::flush;
        if (!file) return false;
    }
    fs::permissions(half,
                    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read |
                        fs::perms::others_read,
                    error);
    fs::rename(half, folder_ / name, error);
    return !error;
}

bool ImageFolder::write_index() const {
    std::string lines;
    for (const auto& [owner, name] : owners_)
        lines += owner + " " + name + "\n";
    return write_file(kIndex, lines);
}

}  // namespace onsale::server
