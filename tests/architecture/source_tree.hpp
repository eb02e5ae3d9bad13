#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace onsale::architecture {

// A text file as the rules see it; the rules never touch the disk, so tests make trees up.
struct SourceFile {
    std::string path;  // From the root of the repository, with slashes: "src/base/id.hpp".
    std::vector<std::string> lines;
};

using SourceTree = std::vector<SourceFile>;

// One broken rule, ready to print: "path:line: what - reason".
using Violations = std::vector<std::string>;

struct IncludeLine {
    int number = 0;
    std::string header;
    bool quoted = false;
};

SourceFile make_file(std::string path, std::initializer_list<std::string> lines);

// Reads every file below the folders, in path order, whose name ends in one of the endings.
SourceTree read_tree(const std::filesystem::path& root,
                     std::initializer_list<std::string_view> folders,
                     std::initializer_list<std::string_view> endings);

// One file, named from the root of the repository.
SourceFile read_file(const std::filesystem::path& root, std::string_view path);

std::vector<IncludeLine> includes_of(const SourceFile& file);

std::string violation(std::string_view path, int line, std::string_view what,
                      std::string_view reason);

// One violation a line, so that a failed expectation reads as a list of places to open.
std::string to_text(const Violations& violations);

}  // namespace onsale::architecture
