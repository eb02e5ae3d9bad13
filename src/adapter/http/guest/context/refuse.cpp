#include "adapter/http/guest/context/refuse.hpp"

namespace onsale::http {

ErrorCode unavailable_as(const GuestContext& guest, ErrorCode code) {
    return code == ErrorCode::kStorageUnavailable && guest.context.degraded == Degraded::kNo
               ? ErrorCode::kOverloaded
               : code;
}

}  // namespace onsale::http
