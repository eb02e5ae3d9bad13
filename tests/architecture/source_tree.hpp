#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace onsale::architecture {

// A text file. The rules never access the disk, so tests can construct trees.
struct SourceFile {
    std::string path;  // Relative to the root of the repository, with slashes: "src/base/id.hpp".
    std::vector<std::string> lines;
};

using SourceTree = std::vector<SourceFile>;

// Violations of rules in printable form: "path:line: what - reason".
using Violations = std::vector<std::string>;

struct IncludeLine {
    int number = 0;
    std::string header;
    bool quoted = false;
};

SourceFile make_file(std::string path, std::initializer_list<std::string> lines);

// Reads all files below the folders whose name ends in one of the endings, in path order.
SourceTree read_tree(const std::filesystem::path& root,
                     std::initializer_list<std::string_view> folders,
                     std::initializer_list<std::string_view> endings);

// One file, named from the root of the repository.
SourceFile read_file(const std::filesystem::path& root, std::string_view path);

std::vector<IncludeLine> includes_of(const SourceFile& file);

std::string violation(std::string_view path, int line, std::string_view what,
                      std::string_view reason);

// One violation per line, so that a failed expectation lists the places to fix.
std::string to_text(const Violations& violations);

}  // namespace onsale::architecture
