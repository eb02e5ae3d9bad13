#pragma once

#include "adapter/gateway/registration.hpp"

namespace onsale::gateway {

// Demo Pay. Its page belongs to this server, so forms go to no other origin.
Registration demo_registration();

}  // namespace onsale::gateway
