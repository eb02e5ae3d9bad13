#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "operate/port/image_store.hpp"

namespace onsale::server {

// The images as files in a folder, beside an index of their owners.
class ImageFolder final : public operate::ImageStore {
  public:
    // Reads the folder if it exists. The first upload creates it.
    explicit ImageFolder(std::filesystem::path folder);

    Result<std::string, operate::ImageError> keep(const std::string& owner,
                                                  std::string bytes) override;
    Result<std::string, operate::ImageError> remove(const std::string& owner) override;
    std::shared_ptr<const operate::Image> find(std::string_view name) const override;
    std::optional<std::string> link(std::string_view owner) const override;
    std::vector<operate::OwnedImage> list() const override;

  private:
    void read_index();
    bool write_file(const std::string& name, std::string_view bytes) const;
    bool write_index() const;

    const std::filesystem::path folder_;
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const operate::Image>, std::less<>> images_;
    std::map<std::string, std::string, std::less<>> owners_;
};

}  // namespace onsale::server
