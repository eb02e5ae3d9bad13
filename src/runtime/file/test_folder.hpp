#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "base/assert.hpp"

namespace onsale::runtime {

// A temporary folder for one test, removed with the object.
class TestFolder {
  public:
    TestFolder() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-test-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    ~TestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

    // Overwrites in place: an existing file keeps its mode and inode.
    void write(std::string_view name, std::string_view content) const {
        std::ofstream{path_ / name, std::ios::binary} << content;
    }
    std::string read(std::string_view name) const {
        std::ifstream file{path_ / name, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

  private:
    std::filesystem::path path_;
};

}  // namespace onsale::runtime
