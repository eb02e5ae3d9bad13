#include "runtime/file/private_file.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/file/descriptor.hpp"

namespace onsale::runtime {
namespace {

// Our files have less than 400 bytes; a larger file is not one of ours.
constexpr std::size_t kSizeMax = 4096;

[[noreturn]] void give_up(const std::filesystem::path& path, std::string_view doing) {
    throw std::runtime_error(
        fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(errno)));
}

void require_private(const std::filesystem::path& path, int file) {
    struct stat status;
    if (::fstat(file, &status) != 0) give_up(path, "inspect");
    if (!S_ISREG(status.st_mode))
        throw std::runtime_error(
            fmt::format("{} is not a plain file; move it away", path.string()));
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw std::runtime_error(
            fmt::format("{} holds a secret but others may read or write it; run: "
                        "chmod 600 {}",
                        path.string(), path.string()));
}

void write_all(const std::filesystem::path& path, int file, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) give_up(path, "write");
        content.remove_prefix(static_cast<std::size_t>(written));
    }
}

void sync_folder(const std::filesystem::path& folder) {
    const Descriptor opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!opened.valid() || ::fsync(opened.number()) != 0) give_up(folder, "sync");
}

}  // namespace

std::optional<std::string> read_private_file(const std::filesystem::path& path) {
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file.valid() && errno == ENOENT) return std::nullopt;
    if (!file.valid()) give_up(path, "read");
    require_private(path, file.number());
    std::string content(kSizeMax + 1, '\0');
    const ssize_t size = ::read(file.number(), content.data(), content.size());
    if (size < 0) give_up(path, "read");
    content.resize(static_cast<std::size_t>(size));
    if (content.size() > kSizeMax)
        throw std::runtime_error(
            fmt::format("{} is too large to be ours; move it away", path.string()));
    return content;
}

void refuse_public_file(const std::filesystem::path& path) {
    struct stat status;
    if (::stat(path.c_str(), &status) != 0 || (status.st_mode & S_IRWXO) == 0) return;
    throw std::runtime_error(
        fmt::format("{} holds a secret but every user of this machine may read or write it; "
                    "run: chmod o= {}",
                    path.string(), path.string()));
}

void write_private_file(const std::filesystem::path& path, std::string_view content) {
    auto draft = path;
    draft += ".new";
    // A crash may have left this file, and reopening it would keep its old mode.
    ::unlink(draft.c_str());
    {
        const Descriptor file{
            ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)};
        if (!file.valid()) give_up(draft, "create");
        write_all(draft, file.number(), content);
        if (::fsync(file.number()) != 0) give_up(draft, "sync");
    }
    if (::rename(draft.c_str(), path.c_str()) != 0) give_up(path, "replace");
    sync_folder(path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."});
}

}  // namespace onsale::runtime
