#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/chance.hpp"
#include "tests/support/file_locks.hpp"

namespace onsale::test {

// The contents of one file: what a reader sees now, what the medium certainly holds, and the
// changes between the two in order.
class TornFile {
  public:
    TornFile() = default;
    explicit TornFile(std::string durable) : durable_(durable), current_(std::move(durable)) {}

    const std::string& bytes() const { return current_; }
    FileLocks& locks() { return locks_; }

    void write(std::size_t offset, std::string_view bytes);
    void truncate(std::size_t size);
    void sync();
    // A sync that failed. As on Linux the pages count as clean afterwards: readers see them, but no
    // later sync writes them, so they stay uncertain.
    void fail_sync();

    // Contents that the medium may hold after a power loss.
    std::string after_power_loss(Chance& chance) const;
    // Damage of the medium that affects synced data. REQUIRES: offset < bytes().size().
    void flip_bit(std::size_t offset, unsigned bit);

  private:
    enum class Kind { kWrite, kTruncate };
    enum class Fate { kUnsynced, kSynced, kUncertain };
    struct Change {
        Kind kind;
        std::size_t offset;  // For a truncate, the new size.
        std::string bytes;
        Fate fate = Fate::kUnsynced;
    };

    void record(Change change);
    void fold_synced_changes();
    static void apply(const Change& change, std::string& to);
    static void apply_torn(const Change& change, std::string& to, Chance& chance);

    std::string durable_;
    std::string current_;
    std::vector<Change> changes_;
    FileLocks locks_;
};

}  // namespace onsale::test
