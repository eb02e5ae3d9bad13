// Moving a place to another device: one device gets a code, the other one sends it and takes the
// place.
#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "base/utf8.hpp"
#include "token/move_code.hpp"
#include "waiting_room/domain/line/place_move.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EventId;
using waiting_room::LineView;
namespace command = waiting_room::command;

namespace {

constexpr std::size_t kTypedCodeMax = 64;  // Includes any separators that people type.

Result<command::TakePlace, ErrorCode> may_take(GuestContext& guest, const Request& request,
                                               std::string_view event, std::string_view code) {
    if (!same_origin(request)) return fail(ErrorCode::kForeignOrigin);
    EventId id;
    const LineView* const line = find_event(guest, event, &id);
    if (line == nullptr) return fail(ErrorCode::kEventNotFound);
    if (line->settings().identity != waiting_room::Identity::kVisitor)
        return fail(ErrorCode::kPlaceNotMovable);
    // Checked before the code is parsed, so that guessing is slow in any spelling.
    const Duration now = guest.context.clock.now().time_since_epoch();
    if (!guest.limits.moves_per_address.allow(limiter_key(request.client), now)) {
        guest.metrics.limited(LimitKind::kAddress);
        return fail(ErrorCode::kTooManyRequests);
    }
    const auto identified = identify(request, *guest.context.keys, guest.config.site,
                                     line->settings(), guest.context.clock.wall());
    if (!identified) return fail(identified.error());
    guest.asking = identified->guest;
    const auto digest = token::move_code_digest(code);
    if (!digest) return fail(ErrorCode::kMoveCodeInvalid);
    return command::TakePlace{id, identified->guest, *digest};
}

}  // namespace

void post_move(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId"});
    if (!body) return refuse_call(guest, reply, body.error(), language, {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(guest, reply, event.error(), language, {});
    const auto holder = find_holder(guest, request, *event);
    if (!holder) return refuse_call(guest, reply, holder.error(), language, {});
    if (!same_origin(request)) return refuse(guest, reply, ErrorCode::kForeignOrigin, language);
    const std::string code = token::new_move_code();
    const command::OfferPlace offer{holder->event(), holder->number(), holder->token.guest,
                                    *token::move_code_digest(code)};
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, command::OfferPlace offer, std::string code,
                 Language language, LaterReply reply) -> awaitable<void> {
                  const auto offered = co_await guest.context.lines.call(offer);
                  if (!offered)
                      co_return refuse(guest, reply,
                                       unavailable_as(guest, api_error(offered.error())), language);
                  constexpr auto kLives = std::chrono::duration_cast<std::chrono::seconds>(
                      waiting_room::kMoveCodeLives);
                  const std::string answer = R"({"code":")" + code + R"(","expiresInSeconds":)" +
                                             std::to_string(kLives.count()) + "}";
                  reply.answer({.headers = kPrivate, .body = answer});
              }(guest, offer, code, language, reply.later()));
}

void post_move_take(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId", "code"});
    if (!body) return refuse_call(guest, reply, body.error(), language, {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(guest, reply, event.error(), language, {});
    const std::string code = text_field(*body, "code");
    if (code.empty() || characters(code) > kTypedCodeMax)
        return refuse_call(guest, reply, {ErrorCode::kBadField, "code"}, language, {});
    const auto allowed = may_take(guest, request, *event, code);
    if (!allowed) return refuse(guest, reply, allowed.error(), language);
    // The data for the cookies. The request itself no longer exists when the writer answers.
    Request asked;
    asked.secure = request.secure;
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, command::TakePlace take, Request asked, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto number = co_await guest.context.lines.call(take);
                  if (!number)
                      co_return refuse(guest, reply,
                                       unavailable_as(guest, api_error(number.error())), language);
                  const QueueGuest who =
                      queue_guest_of(guest, {take.event.value, take.guest, number->value});
                  send_place(guest, reply, asked, who, "");
              }(guest, *allowed, asked, language, reply.later()));
}

}  // namespace onsale::http
