#pragma once

#include "adapter/embedded/engine/engine.hpp"
#include "adapter/embedded/engine/writer.hpp"
#include "sale/domain/view/buying_counts.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::embedded {

// The views of one loop, which the writer's publications keep current.
// Thread safety: none; its loop.
class FedViews {
  public:
    struct Views {
        waiting_room::RoomView& line;
        sale::SaleView& sale;
        sale::BuyingCounts& buying;
    };
    // Starts with the engine's state. REQUIRES: the writer does not run yet.
    FedViews(const Views& views, const Engine& engine);

    void apply(const Publication& publication);

  private:
    Views views_;
};

}  // namespace onsale::embedded
