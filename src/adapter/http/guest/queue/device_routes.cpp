// Moving a place to another device: one device gets a code, the other one sends it and takes the
// place.
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/refuse.hpp"
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

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";
constexpr std::size_t kTypedCodeMax = 64;  // Includes any separators that people type.

}  // namespace

void GuestSite::post_move(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId"});
    if (!body) return refuse_call(reply, body.error(), language, {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(reply, event.error(), language, {});
    const auto holder = find_holder(request, *event);
    if (!holder) return refuse_call(reply, holder.error(), language, {});
    if (!same_origin(request)) return refuse(reply, ErrorCode::kForeignOrigin, language);
    const std::string code = token::new_move_code();
    const command::OfferPlace offer{holder->event(), holder->number(), holder->token.guest,
                                    *token::move_code_digest(code)};
    run_route(context_.loop, metrics_,
              [](GuestSite& site, command::OfferPlace offer, std::string code, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto offered = co_await site.context_.lines.offer_place(offer);
                  if (!offered)
                      co_return site.refuse(reply, site.unavailable_as(api_error(offered.error())),
                                            language);
                  constexpr auto kLives = std::chrono::duration_cast<std::chrono::seconds>(
                      waiting_room::kMoveCodeLives);
                  const std::string answer = R"({"code":")" + code + R"(","expiresInSeconds":)" +
                                             std::to_string(kLives.count()) + "}";
                  reply.answer({.headers = kPrivate, .body = answer});
              }(*this, offer, code, language, reply.later()));
}

Result<command::TakePlace, ErrorCode> GuestSite::may_take(const Request& request,
                                                          std::string_view event,
                                                          std::string_view code) {
    if (!same_origin(request)) return fail(ErrorCode::kForeignOrigin);
    EventId id;
    const LineView* const line = find_event(event, &id);
    if (line == nullptr) return fail(ErrorCode::kEventNotFound);
    if (line->settings().identity != waiting_room::Identity::kVisitor)
        return fail(ErrorCode::kPlaceNotMovable);
    // Checked before the code is parsed, so that guessing is slow in any spelling.
    const Duration now = context_.clock.now().time_since_epoch();
    if (!limits_.moves_per_address.allow(limiter_key(request.client), now)) {
        metrics_.limited(LimitKind::kAddress);
        return fail(ErrorCode::kTooManyRequests);
    }
    const auto guest =
        identify(request, *context_.keys, config_.site, line->settings(), context_.clock.wall());
    if (!guest) return fail(guest.error());
    asking_ = guest->guest;
    const auto digest = token::move_code_digest(code);
    if (!digest) return fail(ErrorCode::kMoveCodeInvalid);
    return command::TakePlace{id, guest->guest, *digest};
}

void GuestSite::post_move_take(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId", "code"});
    if (!body) return refuse_call(reply, body.error(), language, {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(reply, event.error(), language, {});
    const std::string code = text_field(*body, "code");
    if (code.empty() || characters(code) > kTypedCodeMax)
        return refuse_call(reply, {ErrorCode::kBadField, "code"}, language, {});
    const auto allowed = may_take(request, *event, code);
    if (!allowed) return refuse(reply, allowed.error(), language);
    // The data for the cookies. The request itself no longer exists when the writer answers.
    Request asked;
    asked.secure = request.secure;
    run_route(context_.loop, metrics_,
              [](GuestSite& site, command::TakePlace take, Request asked, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto number = co_await site.context_.lines.take_place(take);
                  if (!number)
                      co_return site.refuse(reply, site.unavailable_as(api_error(number.error())),
                                            language);
                  const Poller poller =
                      site.poller_of({take.event.value, take.guest, number->value});
                  site.send_place(reply, asked, poller, "");
              }(*this, *allowed, asked, language, reply.later()));
}

}  // namespace onsale::http
