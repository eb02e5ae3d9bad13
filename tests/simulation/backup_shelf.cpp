#include "tests/simulation/backup_shelf.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "adapter/embedded/backup/backup.hpp"
#include "adapter/embedded/journal/journal.hpp"
#include "adapter/embedded/journal/plain_file.hpp"
#include "tests/simulation/check.hpp"

namespace onsale::sim {
namespace {

namespace fs = std::filesystem;
using embedded::PlainFile;
using embedded::Storage;

constexpr std::string_view kKeysFile = "keys";
constexpr std::string_view kKeys = "without them no token is known";

class Folder {
  public:
    Folder() {
        // Uses a folder in memory if possible, because backups are synced and there are many runs.
        const fs::path memory = "/dev/shm";
        const fs::path parent = fs::exists(memory) ? memory : fs::temp_directory_path();
        std::string name = parent / "onsale-simulation-XXXXXX";
        require(::mkdtemp(name.data()) != nullptr, "cannot make a folder in " + parent.string());
        path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path make(const char* name) const {
        fs::create_directory(path_ / name);
        return path_ / name;
    }
    fs::path backup() const { return path_ / "backup"; }

  private:
    fs::path path_;
};

void write(const fs::path& path, std::string_view bytes) {
    std::ofstream{path, std::ios::binary} << bytes;
}

std::string read(const fs::path& path) {
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

bool copy(const std::string& bytes, const Storage& to, std::string_view name) {
    auto file = PlainFile::open(to, name, PlainFile::Mode::kWrite);
    return file && file->write(bytes, 0) && file->sync();
}

}  // namespace

void BackupShelf::make(const test::TornDisk& disk, const Storage& of) {
    const Folder folder;
    const fs::path live = folder.make("live");
    for (const std::string_view name : {embedded::kDatabaseFile, embedded::kWalFile})
        write(live / name, disk.read(of.path(name)));
    write(live / kKeysFile, kKeys);
    embedded::make_backup({live, ""}, folder.backup());
    backup_ = read(folder.backup());
}

bool BackupShelf::unpack(const Storage& to) const {
    const Folder folder;
    const fs::path restored = folder.make("restored");
    write(folder.backup(), backup_);
    embedded::restore_backup(folder.backup(), restored);
    require(read(restored / kKeysFile) == kKeys, "the backup lost the keys");
    require(!fs::exists(restored / embedded::kWalFile), "the backup has a log beside it");
    return copy(read(restored / embedded::kDatabaseFile), to, embedded::kDatabaseFile);
}

}  // namespace onsale::sim
