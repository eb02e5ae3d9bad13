// Entering and leaving: changes by a guest, durable before they are answered.
#include "adapter/http/guest/queue/join.hpp"

#include <algorithm>
#include <cstring>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/restore.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "base/utf8.hpp"
#include "token/proof_of_work.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::EventId;
using waiting_room::LineView;
namespace command = waiting_room::command;

namespace {

// Codes are counted per event.
std::uint64_t of_event(std::uint64_t key, EventId event) {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    return key ^ (std::uint64_t{event.value} + 1) * kMix;
}

std::uint64_t guest_key(const GuestId& guest) {
    std::uint64_t key = 0;
    std::memcpy(&key, guest.bytes.data(), sizeof key);
    return key;
}

bool is_nonce(std::string_view text) {
    constexpr std::size_t kDigitsMax = 20;  // Digits of a 64-bit number.
    return !text.empty() && text.size() <= kDigitsMax &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Checks limits, bot rules and proof of work for a guest that presents no place.
std::optional<ErrorCode> check_fresh_join(GuestContext& guest, const Request& request,
                                          const JoinRequest& join, const command::Enter& enter,
                                          const LineView& line) {
    const Duration now = guest.context.clock.now().time_since_epoch();
    if (!guest.limits.joins_per_address.allow(limiter_key(request.client), now)) {
        guest.metrics.limited(LimitKind::kJoins);
        return ErrorCode::kTooManyJoins;
    }
    if (const auto reason = judge(guest.config.bots, request)) {
        const bool enforce = guest.config.bots.mode == BotMode::kEnforce;
        guest.metrics.bot(*reason, enforce);
        if (enforce) return ErrorCode::kBotRefused;
    }
    const std::uint32_t bits = line.settings().rules.proof_of_work_bits;
    if (bits == 0) return std::nullopt;
    if (join.proof_challenge.empty()) return ErrorCode::kProofOfWorkRequired;
    const token::ProofOfWork proof{enter.event.value, enter.guest, join.proof_challenge,
                                   join.proof_nonce};
    if (!token::verify_proof(*guest.context.keys, proof, bits, guest.context.clock.wall()))
        return ErrorCode::kProofOfWorkInvalid;
    return std::nullopt;
}

Result<command::Enter, BadQuery> may_enter(GuestContext& guest, const Request& request,
                                           const JoinRequest& join) {
    const auto refused_with = [](ErrorCode code) { return fail(BadQuery{code, {}}); };
    if (join.event.empty()) return fail(BadQuery{ErrorCode::kBadField, "eventId"});
    if (characters(join.code) > kAccessCodeMax) return fail(BadQuery{ErrorCode::kBadField, "code"});
    if (!same_origin(request)) return refused_with(ErrorCode::kForeignOrigin);
    EventId event;
    const LineView* const line = find_event(guest, join.event, &event);
    if (line == nullptr) return refused_with(ErrorCode::kEventNotFound);
    // When proof of work is required, its own check reports the error.
    const bool work_asked = line->settings().rules.proof_of_work_bits > 0;
    if (join.proof_given && !work_asked && !is_nonce(join.proof_nonce))
        return fail(BadQuery{ErrorCode::kBadField, "proof"});
    auto identified = identify(request, *guest.context.keys, guest.config.site, line->settings(),
                               guest.context.clock.wall());
    if (!identified) return refused_with(identified.error());
    guest.asking = identified->guest;
    if (!join.code.empty())
        if (const auto refused = check_code_tries(guest, request, event, identified->guest))
            return refused_with(*refused);
    command::Enter enter{event, identified->guest, code_digest(join.code),
                         std::move(identified->claimed_phases)};
    // A guest that presents its own queue token has or had a place: no new place is created.
    const auto who = find_queue_guest(guest, request, join.event);
    // A place that moved to another device does not count. Otherwise every move would allow a new
    // place without checks.
    if (who && !who->moved && who->token.guest == enter.guest) {
        if (guest.context.restores_places) enter.shown = who->number();
        return enter;
    }
    if (const auto refused = check_fresh_join(guest, request, join, enter, *line))
        return refused_with(*refused);
    return enter;
}

}  // namespace

std::optional<ErrorCode> check_code_tries(GuestContext& guest, const Request& request,
                                          EventId event, const GuestId& whose) {
    const Duration now = guest.context.clock.now().time_since_epoch();
    const bool allowed =
        request.local ||
        (guest.limits.codes_per_guest.allow(of_event(guest_key(whose), event), now) &&
         guest.limits.codes_per_address.allow(of_event(limiter_key(request.client), event), now));
    if (allowed) return std::nullopt;
    guest.metrics.limited(LimitKind::kCodes);
    return ErrorCode::kTooManyRequests;
}

std::optional<Sha256Digest> code_digest(std::string_view code) {
    if (code.empty()) return std::nullopt;
    return sha256(code);
}

void enter(GuestContext& guest, const Request& request, Reply& reply, const JoinRequest& join,
           std::string then_to) {
    const Language language = language_of(request);
    auto allowed = may_enter(guest, request, join);
    if (!allowed)
        return refuse_or_return(guest, reply, allowed.error().code, language, then_to,
                                details_of(allowed.error(), {}));
    // The data for the cookies. The request itself no longer exists when the writer answers.
    Request asked;
    asked.secure = request.secure;
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, command::Enter enter, Request asked, Language language,
                 std::string then_to, LaterReply reply) -> awaitable<void> {
                  const EventId event = enter.event;
                  const GuestId joined = enter.guest;
                  const auto number = co_await guest.context.lines.call(std::move(enter));
                  if (!number)
                      co_return refuse_or_return(guest, reply, enter_error(guest, number.error()),
                                                 language, then_to);
                  const QueueGuest who =
                      queue_guest_of(guest, {event.value, joined, number->value});
                  send_place(guest, reply, asked, who, then_to);
              }(guest, std::move(*allowed), asked, language, std::move(then_to), reply.later()));
}

void leave(GuestContext& guest, const Request& request, Reply& reply, std::string_view event,
           std::string then_to) {
    const Language language = language_of(request);
    const auto who = find_holder(guest, request, event);
    if (!who)
        return refuse_or_return(guest, reply, who.error().code, language, then_to,
                                details_of(who.error(), {}));
    if (!same_origin(request))
        return refuse_or_return(guest, reply, ErrorCode::kForeignOrigin, language, then_to);
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, command::Leave leave, Language language, std::string then_to,
                 LaterReply reply) -> awaitable<void> {
                  const auto left = co_await guest.context.lines.call(leave);
                  if (!left)
                      co_return refuse_or_return(guest, reply,
                                                 unavailable_as(guest, api_error(left.error())),
                                                 language, then_to);
                  if (then_to.empty())
                      co_return reply.answer(
                          {.headers = kPrivate,
                           .body = R"({"status":"expired","reason":"left","undoSeconds":60})"});
                  const std::string headers =
                      std::string{kPrivate} + "Location: " + then_to + "\r\n";
                  reply.answer({.status = 303, .headers = headers});
              }(guest, {who->event(), who->number(), who->token.guest}, language,
                                   std::move(then_to), reply.later()));
}

}  // namespace onsale::http
