#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace onsale::token {

// A file that another process makes is only read.
enum class IfMissing : std::uint8_t { kMake, kRefuse };

// A bearer secret (the owner's API key) in a file of its own: 256 random bits in base64url, made at
// the first start, replaced by deleting the file.
class SecretFile {
  public:
    // Throws std::runtime_error that names the file and the fix when it cannot be used.
    explicit SecretFile(const std::filesystem::path& path, IfMissing if_missing = IfMissing::kMake);

    // Whether `presented` is the secret; constant time, also for a presented text of another size.
    bool matches(std::string_view presented) const;

    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

}  // namespace onsale::token
