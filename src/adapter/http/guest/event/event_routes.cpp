// Public routes whose answers any cache may keep for a second: no cookie, nothing personal.
#include <iterator>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/gzip.hpp"
#include "adapter/http/api/context/health.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/event/event_sale_json.hpp"
#include "adapter/http/guest/event/routes.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"
#include "waiting_room/codec/event_json.hpp"
#include "waiting_room/domain/draw_verification.hpp"
#include "waiting_room/domain/line/line_outlook.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {

using waiting_room::Draw;
using waiting_room::LineView;
using waiting_room::OrderPolicy;

namespace {

constexpr std::string_view kShared = "Cache-Control: public, max-age=1\r\n";
constexpr std::string_view kForEver = "Cache-Control: public, max-age=31536000, immutable\r\n";
constexpr std::size_t kWorthCompressing = 1024;

constexpr std::string_view kEventPrefix = "/api/events/";
constexpr std::string_view kServingPrefix = "/api/queue/serving/";

// Everything after the prefix. A key contains no slash, so each answer has only one address.
std::string_view key_in(std::string_view path, std::string_view prefix) {
    return path.substr(prefix.size());
}

boost::json::string as_json(std::string_view text) {
    return boost::json::string{text.data(), text.size()};
}

// Adds links to the images that operators uploaded.
void add_images(boost::json::object& event, const operate::ImageStore& images) {
    const std::string key{event["id"].as_string()};
    if (const auto poster = images.link(key)) event["poster"] = *poster;
    for (boost::json::value& one : event["performances"].as_array()) {
        boost::json::object& performance = one.as_object();
        const std::string id{performance["id"].as_string()};
        if (const auto image = images.link(key + "/" + id)) performance["image"] = *image;
    }
}

// The settings without the fields for operators.
boost::json::object event_json(waiting_room::EventId id, const LoopContext& context) {
    const LineView& line = *context.view.find(id);
    boost::json::object event = waiting_room::to_json(line.settings());
    event.erase("rules");
    event.erase("redirectTo");
    event.erase("published");
    event["id"] = line.settings().key;
    event.erase("key");
    for (boost::json::value& phase : event["phases"].as_array()) {
        phase.as_object().erase("claimName");
        phase.as_object().erase("claimValue");
    }
    const auto& rules = line.settings().rules;
    event["extension"] = std::chrono::ceil<std::chrono::seconds>(rules.extension).count();
    event["extensions"] = rules.extensions;
    event["status"] = as_json(to_word(line.lifecycle()));
    event["waiting"] = line.book().keeping_count();
    event["serverTime"] = format_iso_time(context.clock.now());
    if (context.demo_crowd && line.settings().demo) event["demoCrowd"] = true;
    if (context.images != nullptr) add_images(event, *context.images);
    add_sale(event, context, id);
    return event;
}

void send_shared(const Request& request, Reply& reply, const std::string& body) {
    if (body.size() < kWorthCompressing || !accepts_gzip(request)) {
        reply.answer({.headers = "Cache-Control: public, max-age=1\r\nVary: Accept-Encoding\r\n",
                      .body = body});
        return;
    }
    constexpr int kQuick = 1;
    const std::string packed = gzip(body, kQuick);
    reply.answer({.headers = "Cache-Control: public, max-age=1\r\nVary: Accept-Encoding\r\n"
                             "Content-Encoding: gzip\r\n",
                  .body = packed});
}

std::string hex(const Sha256Digest& digest) {
    return hex_encode(as_bytes(digest));
}

boost::json::object receipt_json(const Draw& draw, waiting_room::Number number) {
    const std::uint32_t index = draw.index_of(number);
    const auto& leaf = draw.leaves()[index];
    boost::json::array path;
    for (const Sha256Digest& node : draw.path(index))
        path.emplace_back(hex(node));
    return {{"number", number.value},
            {"index", index},
            {"place", draw.place_of(number).value},
            {"leaf", hex_encode({reinterpret_cast<const char*>(leaf.data()), leaf.size()})},
            {"path", std::move(path)}};
}

}  // namespace

void get_events(GuestContext& guest, const Request& request, Reply& reply) {
    if (!request.query.empty())
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language_of(request));
    boost::json::array events;
    for (const auto& [id, line] : guest.context.view)
        if (line->shown_to_guests()) events.push_back(event_json(id, guest.context));
    const boost::json::object all{{"events", std::move(events)},
                                  {"serverTime", format_iso_time(guest.context.clock.now())}};
    send_shared(request, reply, boost::json::serialize(all));
}

void get_event(GuestContext& guest, const Request& request, Reply& reply) {
    if (!request.query.empty())
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language_of(request));
    waiting_room::EventId id;
    if (find_event(guest, key_in(request.path, kEventPrefix), &id) == nullptr)
        return refuse(guest, reply, ErrorCode::kEventNotFound, language_of(request));
    const boost::json::object one{{"event", event_json(id, guest.context)}};
    send_shared(request, reply, boost::json::serialize(one));
}

void get_serving(GuestContext& guest, const Request& request, Reply& reply) {
    if (!request.query.empty())
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language_of(request));
    waiting_room::EventId id;
    const LineView* const line = find_event(guest, key_in(request.path, kServingPrefix), &id);
    if (line == nullptr)
        return refuse(guest, reply, ErrorCode::kEventNotFound, language_of(request));
    const Instant now = guest.context.clock.now();
    const boost::json::object serving{{"eventId", line->settings().key},
                                      {"status", as_json(to_word(line->lifecycle()))},
                                      {"waiting", line->book().keeping_count()},
                                      {"active", line->ledger().size()},
                                      {"maxActive", line->settings().rules.max_active},
                                      {"admittedPerMinute", line->admitted_last_minute(now)},
                                      {"issued", line->joined_total()},
                                      {"serverTime", format_iso_time(now)}};
    std::string body = boost::json::serialize(serving);
    body.pop_back();
    body += guest.seat_outlook.about(guest.context,
                                     {id, *line, waiting_room::newcomers_answer(*line), now});
    body += '}';
    reply.answer({.headers = kShared, .body = body});
}

// The draw's proof and, with a queue token, the guest's own receipt. The leaves are a separate
// file: sixteen bytes per member, immutable.
void get_order(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    constexpr std::string_view kPrefix = "/api/queue/order/";
    constexpr std::string_view kLeaves = "/leaves";
    // A cookie must not change the answer at a cacheable address. A browser requests its receipt
    // with a query key.
    const bool named = request.query == "receipt=1";
    if (!named && !request.query.empty())
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language);
    const bool own = named || !request.header("x-queue-token").empty();
    std::string_view event = request.path.substr(kPrefix.size());
    const bool leaves = event.ends_with(kLeaves);
    if (leaves) event.remove_suffix(kLeaves.size());
    const LineView* const line = find_event(guest, event);
    if (line == nullptr) return refuse(guest, reply, ErrorCode::kEventNotFound, language);
    const auto& draw = line->book().draw();
    if (leaves) {
        if (!draw) return refuse(guest, reply, ErrorCode::kDrawNotDone, language);
        const auto all = draw->leaves();
        return reply.answer(
            {.content_type = "application/octet-stream",
             .headers = kForEver,
             .body = {reinterpret_cast<const char*>(all.data()), all.size_bytes()}});
    }
    const bool shuffled = line->settings().order == OrderPolicy::kLobbyShuffle;
    boost::json::object proof{{"eventId", line->settings().key},
                              {"order", to_word(line->settings().order)},
                              {"drawn", draw != nullptr}};
    if (shuffled) proof["algorithm"] = waiting_room::kDrawAlgorithm;
    if (line->draw_commitment()) proof["commitment"] = hex(*line->draw_commitment());
    const auto who = own ? find_queue_guest(guest, request, event)
                         : fail(BadQuery{ErrorCode::kQueueTokenRequired});
    if (draw) {
        proof["secret"] = hex(draw->secret());
        proof["membersRoot"] = hex(draw->root());
        proof["memberCount"] = draw->member_count();
        if (who && draw->includes(who->number()))
            proof["receipt"] = receipt_json(*draw, who->number());
    }
    const std::string body = boost::json::serialize(proof);
    reply.answer({.headers = own ? kPrivate : kShared, .body = body});
}

void get_health(GuestContext&, const Request&, Reply& reply) {
    const HealthAnswer health = healthz();
    reply.answer(
        {.status = health.status, .headers = "Cache-Control: no-store\r\n", .body = health.body});
}

void get_ready(GuestContext& guest, const Request&, Reply& reply) {
    const HealthAnswer health = readyz(readiness_of(guest.context));
    reply.answer(
        {.status = health.status, .headers = "Cache-Control: no-store\r\n", .body = health.body});
}

}  // namespace onsale::http
