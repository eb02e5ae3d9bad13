#pragma once

#include <cstdint>
#include <memory>

#include <boost/asio/io_context.hpp>

#include "adapter/http/request_log.hpp"
#include "base/sale_clock.hpp"
#include "token/keys.hpp"
#include "waiting_room/domain/room_view.hpp"
#include "waiting_room/port/event_office.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::http {

// Why answers may be behind the truth: said in every queue answer and in /readyz.
enum class Degraded : std::uint8_t { kNo, kDiskFull, kStorageFailed };

// What one loop's routes work with. Everything here belongs to the loop and is used on its thread.
struct LoopContext {
    boost::asio::io_context& loop;
    const SaleClock& clock;
    waiting_room::RoomView view;
    waiting_room::WaitingLines& lines;
    waiting_room::EventOffice& office;
    std::shared_ptr<const token::Keys> keys;  // Replaced when keys rotate.
    Degraded degraded = Degraded::kNo;
    Instant last_news{};    // When the view last heard from the writer.
    bool stopping = false;  // A stop was asked for: tell load balancers to go elsewhere.
    RequestLog log{};
};

}  // namespace onsale::http
