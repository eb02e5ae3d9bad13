#pragma once

#include <string>

#include "adapter/http/transport/message/refusal.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "adapter/http/transport/socket/line_budget.hpp"
#include "base/time.hpp"

namespace onsale::http {

// Logs the requests and connections that one listener refused before any route saw them. The lines
// of each code are limited per second.
// Thread safety: its loop only.
class RefusalLog {
  public:
    explicit RefusalLog(std::uint32_t lines_per_second)
        : budget_(kRefusalCount, lines_per_second) {}

    void note(Refusal refusal, const ClientAddress& client, bool local,
              const std::string& request_id);
    // Reports the suppressed lines of the last second. Call it more often than once a second.
    void look_at(Duration now);

  private:
    LineBudget budget_;
    Duration second_{};
};

}  // namespace onsale::http
