#include "adapter/embedded/journal/data_folder.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onsale::embedded {

DataFolder::DataFolder(std::filesystem::path path) : path_(std::move(path)) {
    if (!path_.parent_path().empty()) std::filesystem::create_directories(path_.parent_path());
    made_folder_ = ::mkdir(path_.c_str(), 0700) == 0;
    if (!made_folder_ && errno != EEXIST)
        throw std::runtime_error{"cannot make the data folder " + path_.string() + ": " +
                                 std::strerror(errno)};
    const std::string file = path_ / kLockFile;
    lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    made_lock_ = lock_ >= 0;
    if (!made_lock_) lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock_ < 0) throw std::runtime_error{"cannot open " + file + ": " + std::strerror(errno)};
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
        ::close(lock_);
        throw FolderInUse{"another onsale is using the data folder " + path_.string() +
                          ": stop it, or choose another folder with --data"};
    }
}

void DataFolder::undo() {
    if (made_lock_) ::unlink((path_ / kLockFile).c_str());
    if (made_folder_) ::rmdir(path_.c_str());
}

DataFolder::~DataFolder() {
    ::close(lock_);
}

}  // namespace onsale::embedded
