#pragma once

#include "adapter/embedded/report/reports.hpp"

namespace onsale::embedded {

// The report of all events of the tests on all days.
inline ReportTable whole_report(const Storage& storage) {
    ReportTable table;
    for (const char* event : {"gala", "tour"})
        table.merge(read_report(
            storage, {event, std::chrono::sys_days::min(), std::chrono::sys_days::max()}));
    return table;
}

}  // namespace onsale::embedded
