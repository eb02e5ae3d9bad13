#pragma once

#include "runtime/histogram.hpp"

namespace onsale::http {

using runtime::Histogram;

}  // namespace onsale::http
