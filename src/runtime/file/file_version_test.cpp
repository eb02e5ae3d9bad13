#include "runtime/file/file_version.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>

#include <gtest/gtest.h>

#include "runtime/file/test_folder.hpp"

namespace onsale::runtime {
namespace {

void write(const std::filesystem::path& path, std::string_view text) {
    std::ofstream{path} << text;
}

TEST(FileVersion, ChangesWhenTheFileIsWrittenOrReplaced) {
    const TestFolder folder;
    const auto path = folder / "key";
    write(path, "one");
    const FileVersion first = version_of(path.string());
    EXPECT_EQ(version_of(path.string()), first);
    write(path, "longer");
    const FileVersion second = version_of(path.string());
    EXPECT_NE(second, first);
    write(folder / "new", "longer");
    std::filesystem::rename(folder / "new", path);
    EXPECT_NE(version_of(path.string()), second);
}

TEST(FileVersion, OfAMissingFileDiffersFromEveryFile) {
    const TestFolder folder;
    const auto path = folder / "key";
    EXPECT_EQ(version_of(path.string()), FileVersion{});
    write(path, "");
    EXPECT_NE(version_of(path.string()), FileVersion{});
}

}  // namespace
}  // namespace onsale::runtime
