#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace onsale::token {

// The reaction to a missing file. kRefuse is for a file that another process creates.
enum class IfMissing : std::uint8_t { kMake, kRefuse };

// A bearer secret (the owner's API key) in its own file: 256 random bits in base64url. It is
// created at the first start and can be replaced by deleting the file.
class SecretFile {
  public:
    // Throws std::runtime_error that names the file and the fix when it cannot be used.
    explicit SecretFile(const std::filesystem::path& path, IfMissing if_missing = IfMissing::kMake);

    // Compares in constant time, also when `presented` has another size.
    bool matches(std::string_view presented) const;

    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

}  // namespace onsale::token
