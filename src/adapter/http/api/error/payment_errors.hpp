#pragma once

#include "adapter/http/api/error/api_error.hpp"
#include "payment/port/payment_gateway.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

ErrorCode api_error(payment::OrderError error);
ErrorCode api_error(const sale::PayRefusal& refusal);
ErrorCode api_error(payment::GatewayError error);

}  // namespace onsale::http
