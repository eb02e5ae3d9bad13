#include "adapter/embedded/journal/plain_file.hpp"

#include <cstring>
#include <new>

namespace onsale::embedded {
namespace {

sqlite3_vfs* vfs_of(const Storage& storage) {
    sqlite3_initialize();
    return sqlite3_vfs_find(storage.vfs.empty() ? nullptr : storage.vfs.c_str());
}

// A VFS needs a full path that outlives the file. The heap buffer moves with the object.
std::string full_path(const Storage& storage, std::string_view file) {
    sqlite3_vfs* const vfs = vfs_of(storage);
    std::string path(static_cast<std::size_t>(vfs->mxPathname) + 1, '\0');
    vfs->xFullPathname(vfs, storage.path(file).c_str(), vfs->mxPathname, path.data());
    return path;
}

}  // namespace

void PlainFile::Close::operator()(sqlite3_file* file) const {
    if (file->pMethods != nullptr) file->pMethods->xClose(file);
    ::operator delete(file);
}

std::optional<PlainFile> PlainFile::open(const Storage& storage, std::string_view file, Mode mode) {
    sqlite3_vfs* const vfs = vfs_of(storage);
    std::string path = full_path(storage, file);
    void* const memory = ::operator new(static_cast<std::size_t>(vfs->szOsFile));
    std::memset(memory, 0, static_cast<std::size_t>(vfs->szOsFile));
    std::unique_ptr<sqlite3_file, Close> handle{static_cast<sqlite3_file*>(memory)};
    // A VFS syncs the folder of a file of kind "super-journal" with it, under any file name.
    const int flags =
        SQLITE_OPEN_SUPER_JOURNAL |
        (mode == Mode::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    int got = 0;
    if (vfs->xOpen(vfs, path.c_str(), handle.get(), flags, &got) != SQLITE_OK) return std::nullopt;
    return PlainFile{std::move(path), std::move(handle)};
}

bool PlainFile::remove(const Storage& storage, std::string_view file) {
    sqlite3_vfs* const vfs = vfs_of(storage);
    return vfs->xDelete(vfs, full_path(storage, file).c_str(), 0) == SQLITE_OK;
}

std::int64_t PlainFile::size() {
    sqlite3_int64 size = 0;
    return file_->pMethods->xFileSize(file_.get(), &size) == SQLITE_OK ? size : 0;
}

bool PlainFile::read(void* data, std::size_t size, std::int64_t offset) {
    return file_->pMethods->xRead(file_.get(), data, static_cast<int>(size), offset) == SQLITE_OK;
}

bool PlainFile::write(std::string_view bytes, std::int64_t offset) {
    return file_->pMethods->xWrite(file_.get(), bytes.data(), static_cast<int>(bytes.size()),
                                   offset) == SQLITE_OK;
}

bool PlainFile::truncate(std::int64_t size) {
    return file_->pMethods->xTruncate(file_.get(), size) == SQLITE_OK;
}

bool PlainFile::sync() {
    return file_->pMethods->xSync(file_.get(), SQLITE_SYNC_FULL) == SQLITE_OK;
}

std::optional<std::string> PlainFile::read_all(const YieldCallback& yield) {
    constexpr std::size_t kPiece = std::size_t{1} << 16;  // A VFS may reject 128 KiB per call.
    const auto end = static_cast<std::size_t>(size());
    std::string bytes;
    bytes.reserve(end);
    for (std::size_t at = 0; at < end; at = bytes.size(), yield()) {
        bytes.resize(std::min(at + kPiece, end));
        if (!read(bytes.data() + at, bytes.size() - at, static_cast<std::int64_t>(at)))
            return std::nullopt;
    }
    return bytes;
}

}  // namespace onsale::embedded
