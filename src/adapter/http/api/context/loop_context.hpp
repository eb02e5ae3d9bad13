#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/http/api/context/image_store.hpp"
#include "adapter/http/api/context/payment_provider.hpp"
#include "adapter/http/api/context/request_log.hpp"
#include "adapter/http/guest/seat/seat_map_plan.hpp"
#include "base/sale_clock.hpp"
#include "sale/domain/view/buying_counts.hpp"
#include "sale/domain/view/sale_figures.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/orders.hpp"
#include "sale/port/sale_office.hpp"
#include "sale/port/seat_holds.hpp"
#include "token/key/keys.hpp"
#include "waiting_room/domain/room_view.hpp"
#include "waiting_room/port/event_office.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::http {

class DecidedEvents;
class WebFiles;

// Why answers may be behind the truth: said in every queue answer and in /readyz.
enum class Degraded : std::uint8_t {
    kNo,
    kDiskFull,
    kStorageFailed,
    kStale,      // The view has not been told for a while whether it is current.
    kRedisGone,  // Nor can it be: no server answers.
    // Answers are as they should be, but the process that takes payments is gone.
    kPaymentGone,
};

// A loop's copies of what there is to know, fed by facts; older than everything that reads them.
struct LoopViews {
    waiting_room::RoomView line{};
    sale::SaleView sale{};
    sale::BuyingCounts buying{};
};

// Who sells, as buyers must be told before they pay; empty: the operator has not said.
struct Seller {
    std::string name{};
    std::string contact{};
};

// What one loop's routes work with. Everything here belongs to the loop and is used on its thread.
struct LoopContext {
    boost::asio::io_context& loop;
    const SaleClock& clock;
    waiting_room::RoomView& view;
    sale::SaleView& sale;
    sale::BuyingCounts& buying;
    waiting_room::WaitingLines& lines;
    waiting_room::EventOffice& office;
    std::shared_ptr<const token::Keys> keys;  // Replaced when keys rotate.
    Degraded degraded = Degraded::kNo;
    Instant last_news{};  // When the view last heard from the writer.
    // How long ago the view of this event was known to be current; nothing: it never was. Null
    // where the writer of this very process feeds it, and it always is.
    std::function<std::optional<Duration>(waiting_room::EventId)> view_age{};
    Duration view_age_max = std::chrono::seconds{2};  // Older is Degraded::kStale.
    // Redis has lost all places of the event: how long admission waits for those that come back,
    // and how many are back. Nothing: none were lost, or the wait is over.
    struct PlacesAwaited {
        Instant until;
        std::uint64_t restored = 0;
    };
    std::function<std::optional<PlacesAwaited>(waiting_room::EventId)> places_awaited{};
    // A failure can lose places here: a queue token that names one brings it back.
    bool restores_places = false;
    // Whether the process that takes payments is there; nothing where it is this one.
    std::optional<bool> payment_answers{};
    const DecidedEvents* decided = nullptr;  // Null where the view is never behind.
    bool stopping = false;  // A stop was asked for: tell load balancers to go elsewhere.
    RequestLog log{};
    sale::SaleFigures figures{};  // Fed on the admin loop only.
    // Null where nothing is sold.
    sale::SeatHolds* holds = nullptr;
    sale::Orders* orders = nullptr;
    sale::SaleOffice* sale_office = nullptr;
    std::vector<Provider> providers{};  // In the order of the configuration; never changes.
    DemoDesk* demo_desk = nullptr;      // Null where Demo Pay is off.
    std::string public_url{};           // "https://tickets.example"; empty: not known.
    Seller seller{};
    ImageStore* images = nullptr;   // Shared by all loops; null where there are none.
    PlanTexts* plans = nullptr;     // The same.
    const WebFiles* web = nullptr;  // The same.
    bool demo_crowd = false;        // Guests of demo events are simulated, most of them.
};

}  // namespace onsale::http
