#include "tests/support/disk_faults.hpp"

namespace onsale::test {

void DiskFaults::count_write() {
    ++writes_;
    count_op();
}

void DiskFaults::count_sync() {
    ++syncs_;
    count_op();
}

void DiskFaults::count_op() {
    ++ops_;
    if (!ops_to_plug_ || --*ops_to_plug_ > 0) return;
    ops_to_plug_.reset();
    plug_pulled_ = true;
}

void DiskFaults::put_plug_in() {
    ops_to_plug_.reset();
    plug_pulled_ = false;
}

bool DiskFaults::take_sync_failure() {
    if (!syncs_to_failure_) return false;
    if (*syncs_to_failure_ > 0) {
        --*syncs_to_failure_;
        return false;
    }
    syncs_to_failure_.reset();
    return true;
}

}  // namespace onsale::test
