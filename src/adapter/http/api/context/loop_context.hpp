#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/http/api/context/request_log.hpp"
#include "base/sale_clock.hpp"
#include "operate/port/decided_events.hpp"
#include "operate/port/image_store.hpp"
#include "operate/port/readiness.hpp"
#include "payment/port/hosted_page.hpp"
#include "payment/port/payment_provider.hpp"
#include "sale/app/numbers/event_reading.hpp"
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

class PlanTexts;
class WebFiles;

using operate::DecidedEvents;
using operate::Degraded;
using payment::HostedPage;
using payment::Provider;

// A loop's views, fed by facts. They must be created before everything that reads them.
struct LoopViews {
    waiting_room::RoomView line{};
    sale::SaleView sale{};
    sale::BuyingCounts buying{};
};

// The seller's identity, which buyers must see before they pay; empty: not configured.
struct Seller {
    std::string name{};
    std::string contact{};
};

// Everything that the routes of one loop share. Everything here belongs to the loop and is used on
// its thread.
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
    Instant last_news{};  // When the view last got an update from the writer.
    // Time since the view of this event was known to be current; nothing when it never was. The
    // function is null when the writer of this process feeds the view, which is then always
    // current.
    std::function<std::optional<Duration>(waiting_room::EventId)> view_age{};
    Duration view_age_max = std::chrono::seconds{2};  // An older view is Degraded::kStale.
    // Set while admission is delayed because Redis has lost all places of the event: the end of the
    // delay, and the number of places restored so far. Nothing when none were lost, or the delay is
    // over.
    struct PlacesAwaited {
        Instant until;
        std::uint64_t restored = 0;
    };
    std::function<std::optional<PlacesAwaited>(waiting_room::EventId)> places_awaited{};
    // A failure can lose places in this deployment. A queue token restores its place.
    bool restores_places = false;
    // Whether the process that takes payments is alive; nothing when it is this process.
    std::optional<bool> payment_answers{};
    const DecidedEvents* decided = nullptr;  // Null when the view is never behind.
    bool stopping = false;  // A stop was requested: load balancers must use another process.
    RequestLog log{};
    sale::SaleFigures figures{};  // Fed on the admin loop only.
    // Null when this process sells no seats.
    sale::SeatHolds* holds = nullptr;
    sale::Orders* orders = nullptr;
    sale::SaleOffice* sale_office = nullptr;
    std::vector<Provider> providers{};  // In the order of the configuration; never changes.
    // Origins of the configured providers that pages may post forms to; in a process that takes no
    // payments, and so has no providers, those of all that there are.
    std::vector<std::string> form_origins{};
    HostedPage* hosted_page = nullptr;  // Null when no provider has its page in this program.
    std::string public_url{};           // "https://tickets.example"; empty: unknown.
    Seller seller{};
    // Uploaded pictures, shared by all loops. Null in a process without a data folder.
    operate::ImageStore* images = nullptr;
    // Hall plans as JSON, shared by all loops. Null in tests without halls.
    PlanTexts* plans = nullptr;
    // Files of the pages, shared by all loops. Null: the server has no pages, only the API.
    const WebFiles* web = nullptr;
    bool demo_crowd = false;  // Most guests of demo events are simulated.

    sale::LiveSource live_source() const { return {view, sale, figures}; }
};

}  // namespace onsale::http
