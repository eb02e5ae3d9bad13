#pragma once

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {

// A sale whose line and holds are stored elsewhere: no guest is admitted here.
class TestStore : public TestShop {
  public:
    static constexpr Duration kLeft = std::chrono::minutes{5};

    OrderResult claim(std::uint32_t name, const std::vector<std::uint32_t>& seats,
                      Duration left = kLeft) {
        const payment::ProviderTraits charges_at_page{.can_ask = true, .charges_at_page = true};
        command::RequestPayment request{
            buyer(name), {}, kProvider, "hall", charges_at_page, {}, HoldElsewhere{{}, left}};
        for (const std::uint32_t seat : seats)
            request.hold->seats.push_back({seat});
        return run(request);
    }
    payment::OrderId sold(std::uint32_t name, const std::vector<std::uint32_t>& seats) {
        const payment::OrderId id = claim(name, seats)->order;
        ONSALE_ASSERT(confirm(id) && approve(id));
        return id;
    }
    OrderResult approve_late(payment::OrderId id, bool seats_lost) {
        return run(command::RecordPayment{
            .order = order(id).code,
            .attempt = order(id).attempt(),
            .source = payment::ResultSource::kWebhook,
            .result = payment::result::Approved{key(id), "hall", order(id).attempts.back().total},
            .seats_lost = seats_lost});
    }

  private:
    static Buyer buyer(std::uint32_t name) {
        return {kEvent, "fri", guest(name), waiting_room::admission_id({name}, 1)};
    }
};

}  // namespace onsale::sale
