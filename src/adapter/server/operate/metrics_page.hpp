#pragma once

#include <cstddef>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"

namespace onsale::server {

// The families of the writer on the page of /metrics.
void report_writer(http::MetricsText& text, const embedded::WriterFigures& writer,
                   std::size_t queue_depth);

}  // namespace onsale::server
