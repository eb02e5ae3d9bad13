#include "adapter/embedded/port/fed_views.hpp"

namespace onsale::embedded {

FedViews::FedViews(const Views& views, const Engine& engine) : views_(views) {
    views_.line = waiting_room::RoomView{engine.room()};
    views_.sale = sale::SaleView{engine.state()};
    views_.buying = sale::BuyingCounts{engine.state()};
}

void FedViews::apply(const Publication& publication) {
    for (const sale::Fact& fact : publication.facts) {
        if (const auto* const of_line = std::get_if<waiting_room::Fact>(&fact))
            views_.line.apply(*of_line, publication.stamp.now);
        views_.sale.apply(fact);
        views_.buying.apply(fact);
    }
}

}  // namespace onsale::embedded
