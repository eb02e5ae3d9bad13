#include "tests/support/torn_disk.hpp"

#include <sqlite3.h>

#include "base/assert.hpp"
#include "tests/support/disk_state.hpp"
#include "tests/support/torn_vfs.hpp"

namespace onsale::test {
namespace {

// SQLite takes WAL salts from one random generator per process, not from the VFS. A seed of zero
// would select a seed from the operating system.
void seed_sqlite(std::uint64_t seed) {
    constexpr std::uint64_t kIntMask = 0x7FFFFFFF;
    const int nonzero = static_cast<int>((seed & kIntMask) | 1U);
    sqlite3_initialize();
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, nonzero, nullptr);
}

TornFile& existing(const DiskState& disk, std::string_view name) {
    const auto file = disk.directory.find(name);
    ONSALE_ASSERT(file != nullptr);
    return *file;
}

}  // namespace

TornDisk::TornDisk(std::uint64_t seed)
    : state_(std::make_unique<DiskState>(seed)), vfs_(std::make_unique<TornVfs>(*state_)) {
    seed_sqlite(seed);
}

TornDisk::~TornDisk() {
    // A handle that is still open would access freed memory later.
    ONSALE_ASSERT(state_->live_handles == 0 && state_->dead_handles == 0);
}

const char* TornDisk::name() const {
    return vfs_->name();
}

void TornDisk::crash(std::uint64_t seed) {
    Chance chance{seed};
    state_->directory.lose_power(chance);
    state_->start_new_life();
}

void TornDisk::kill() {
    state_->directory.lose_handles();
    state_->start_new_life();
}

void TornDisk::crash_after_ops(std::uint64_t n) {
    ONSALE_ASSERT(n > 0);
    state_->faults.pull_plug_at_op(n);
}

bool TornDisk::plug_pulled() const {
    return state_->faults.plug_pulled();
}

void TornDisk::fail_sync_after(std::uint64_t n) {
    state_->faults.fail_sync_after(n);
}

void TornDisk::set_free_bytes(std::size_t n) {
    const std::size_t used = state_->directory.total_bytes();
    state_->faults.set_capacity_bytes(n > kUnlimited - used ? kUnlimited : used + n);
}

void TornDisk::fail_writes(bool on) {
    state_->faults.set_write_failure(on);
}

void TornDisk::set_time(Instant time) {
    state_->time = time;
}

std::uint64_t TornDisk::ops() const {
    return state_->faults.ops();
}

std::uint64_t TornDisk::writes() const {
    return state_->faults.writes();
}

std::uint64_t TornDisk::syncs() const {
    return state_->faults.syncs();
}

std::uint64_t TornDisk::size_questions() const {
    return state_->faults.size_questions();
}

std::vector<std::string> TornDisk::files() const {
    return state_->directory.names();
}

std::size_t TornDisk::size(std::string_view file) const {
    return existing(*state_, file).bytes().size();
}

std::string TornDisk::read(std::string_view file) const {
    return existing(*state_, file).bytes();
}

void TornDisk::flip_bit(std::string_view file, std::size_t offset, unsigned bit) {
    TornFile& damaged = existing(*state_, file);
    ONSALE_ASSERT(offset < damaged.bytes().size());
    damaged.flip_bit(offset, bit);
}

void TornDisk::cut(std::string_view file, std::size_t size) {
    TornFile& damaged = existing(*state_, file);
    ONSALE_ASSERT(size <= damaged.bytes().size());
    damaged.truncate(size);
    damaged.sync();
}

}  // namespace onsale::test
