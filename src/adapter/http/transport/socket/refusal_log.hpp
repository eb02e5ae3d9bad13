#pragma once

#include <string>

#include "adapter/http/transport/message/refusal.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "adapter/http/transport/socket/line_budget.hpp"
#include "base/time.hpp"

namespace onsale::http {

// What one listener writes about requests and connections that no route saw: a few lines a second
// of each code.
// Thread safety: its loop only.
class RefusalLog {
  public:
    explicit RefusalLog(std::uint32_t lines_per_second)
        : budget_(kRefusalCount, lines_per_second) {}

    void note(Refusal refusal, const ClientAddress& client, bool local,
              const std::string& request_id);
    // Tells what was left out of the second that ended; call it more often than that.
    void look_at(Duration now);

  private:
    LineBudget budget_;
    Duration second_{};
};

}  // namespace onsale::http
