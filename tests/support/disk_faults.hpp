#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace onsale::test {

// The planned faults of a disk, and the counters that trigger them.
class DiskFaults {
  public:
    static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

    // Each operation that changes the disk is counted once, by one of these, before its effect.
    void count_write();
    void count_sync();
    void count_other() { count_op(); }
    // Counted separately, because a query changes nothing.
    void count_size_question() { ++size_questions_; }

    std::uint64_t ops() const { return ops_; }
    std::uint64_t writes() const { return writes_; }
    std::uint64_t syncs() const { return syncs_; }
    std::uint64_t size_questions() const { return size_questions_; }

    void pull_plug_at_op(std::uint64_t ops_from_now) { ops_to_plug_ = ops_from_now; }
    bool plug_pulled() const { return plug_pulled_; }
    void put_plug_in();

    void fail_sync_after(std::uint64_t syncs) { syncs_to_failure_ = syncs; }
    // Returns whether the sync that was just counted must fail. Only one sync fails.
    bool take_sync_failure();

    void set_write_failure(bool on) { writes_fail_ = on; }
    bool writes_fail() const { return writes_fail_; }

    // Maximum sum of all file sizes.
    void set_capacity_bytes(std::size_t capacity) { capacity_bytes_ = capacity; }
    std::size_t capacity_bytes() const { return capacity_bytes_; }

  private:
    void count_op();

    std::uint64_t ops_ = 0;
    std::uint64_t writes_ = 0;
    std::uint64_t syncs_ = 0;
    std::uint64_t size_questions_ = 0;
    std::optional<std::uint64_t> ops_to_plug_;
    std::optional<std::uint64_t> syncs_to_failure_;
    std::size_t capacity_bytes_ = kUnlimited;
    bool plug_pulled_ = false;
    bool writes_fail_ = false;
};

}  // namespace onsale::test
