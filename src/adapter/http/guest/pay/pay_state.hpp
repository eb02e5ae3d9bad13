#pragma once

namespace onsale::http {

// State of the payments' routes on one loop.
struct PayRouteState {
    unsigned questions = 0;  // Number of provider queries in flight that webhooks caused.
};

}  // namespace onsale::http
