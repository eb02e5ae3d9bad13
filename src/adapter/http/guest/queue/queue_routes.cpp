// Polls and heartbeats, answered from the loop's own view without waiting.
#include <algorithm>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "token/entry_token.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {

using waiting_room::AdmissionId;
using waiting_room::EventId;
using waiting_room::LineView;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

namespace {

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";

// Spreads the polls of guests that got the same delay, by up to a fifth of it.
std::uint32_t jitter_ms(std::uint32_t number, Duration delay, Instant now) {
    const auto mixed = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15u +
                       static_cast<std::uint64_t>(to_ms(now)) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::uint32_t>((mixed >> 40) %
                                      static_cast<std::uint64_t>(delay.count() / 5 + 1));
}

}  // namespace

std::string_view GuestSite::queue_token_of(const Request& request, std::string_view event) const {
    if (request.has_header("x-queue-token")) return request.header("x-queue-token");
    return cookie_value(request.header("cookie"),
                        cookie_name(request, "onsale_q_" + std::string{event}));
}

std::string_view GuestSite::entry_token_of(const Request& request, std::string_view event) const {
    if (request.has_header("x-queue-entry-token")) return request.header("x-queue-entry-token");
    return cookie_value(request.header("cookie"),
                        cookie_name(request, "onsale_e_" + std::string{event}));
}

Result<GuestSite::Poller, BadQuery> GuestSite::find_poller(const Request& request,
                                                           std::string_view event) const {
    if (event.empty()) return fail(BadQuery{ErrorCode::kBadField, "eventId"});
    const std::string_view text = queue_token_of(request, event);
    if (text.empty()) return fail(BadQuery{ErrorCode::kQueueTokenRequired});
    const auto opened =
        text == opened_text_ ? opened_ : token::open_queue_token(*context_.keys, text);
    if (!opened) return fail(BadQuery{ErrorCode::kQueueTokenInvalid});
    const LineView* const line = context_.view.find(EventId{opened->token.event});
    if (line == nullptr || line->settings().key != event)
        return fail(BadQuery{ErrorCode::kQueueTokenInvalid});
    const bool moved =
        !line->belongs(waiting_room::Number{opened->token.number}, opened->token.guest);
    return Poller{opened->token, line, opened->older_key, moved};
}

GuestSite::Poller GuestSite::poller_of(const token::QueueToken& token) const {
    Poller poller{token, context_.view.find(EventId{token.event})};
    poller.moved = !poller.line->belongs(poller.number(), token.guest);
    return poller;
}

Result<GuestSite::Poller, BadQuery> GuestSite::find_holder(const Request& request,
                                                           std::string_view event) const {
    auto poller = find_poller(request, event);
    if (poller && poller->moved) return fail(BadQuery{ErrorCode::kPlaceMoved});
    return poller;
}

void GuestSite::get_status(const Request& request, Reply& reply) {
    const auto event = plain_query_value(request.query, "eventId");
    const auto poller = find_poller(request, event.value_or(""));
    if (!poller) return refuse_call(reply, poller.error(), language_of(request), {});
    if (is_lost(*poller)) return restore(request, reply, *poller, &GuestSite::send_restored);
    if (!poller->moved) seen_.mark(poller->event(), poller->number());
    send_status(reply, request, *poller);
}

void GuestSite::send_status(Reply& reply, const Request& request, const Poller& poller) {
    const QueueAnswer answer =
        poller.line->answer_to(poller.token.guest, poller.number(), context_.clock.now());
    const bool plain = answer.status != QueueStatus::kAdmitted && !poller.older_key;
    body_.clear();
    if (plain) {
        append_answer(body_, poller, answer, {}, {});
        reply.answer({.headers = kPrivate, .body = body_});
        return;
    }
    const std::string token = poller.older_key ? token::seal(*context_.keys, poller.token) : "";
    const std::string entry = entry_token_for(poller, answer);
    const std::string& key = poller.line->settings().key;
    std::string headers{kPrivate};
    if (!token.empty()) {
        headers += set_cookie(request, "onsale_q_" + key, token, std::nullopt);
        headers += renewed_visitor(request);
    }
    headers += entry_cookie(request, poller, answer, entry);
    append_answer(body_, poller, answer, token, entry);
    reply.answer({.headers = headers, .body = body_});
}

void GuestSite::append_answer(std::string& out, const Poller& poller, const QueueAnswer& answer,
                              std::string_view token, std::string_view entry_token) const {
    const Instant now = context_.clock.now();
    const auto& settings = poller.line->settings();
    QueueAnswerExtras extras{.token = token, .entry_token = entry_token};
    if (answer.status == QueueStatus::kAdmitted) extras.redirect_to = settings.redirect_to;
    extras.seats = seat_news_.about(context_, {poller.event(), *poller.line, answer, now});
    extras.message =
        seat_news_.message_to(poller.number(), {poller.event(), *poller.line, answer, now});
    const Freshness view = freshness_for_guest(context_, poller.event());
    extras.degraded = view.degraded;
    extras.view_age = view.age;
    extras.poll_jitter_ms = jitter_ms(poller.token.number, answer.next_poll, now);
    text_.append(out, *poller.line, answer, extras, now);
}

void GuestSite::append_position(std::string& out, const Poller& poller) const {
    text_.append_position(
        out, poller.line->answer_to(poller.token.guest, poller.number(), context_.clock.now()),
        freshness_for_guest(context_, poller.event()).degraded);
}

std::string GuestSite::entry_token_for(const Poller& poller, const QueueAnswer& answer) const {
    if (answer.status != QueueStatus::kAdmitted) return "";
    const auto seconds = [](Instant instant) {
        return std::chrono::floor<std::chrono::seconds>(instant);
    };
    return token::seal(*context_.keys,
                       token::EntryClaims{.event = poller.line->settings().key,
                                          .guest = poller.token.guest,
                                          .admission = answer.admission.value,
                                          .issued_at = seconds(context_.clock.wall()),
                                          .expires_at = seconds(answer.admission_deadline)});
}

std::string GuestSite::entry_cookie(const Request& asked, const Poller& poller,
                                    const QueueAnswer& answer, std::string_view entry_token) const {
    if (entry_token.empty()) return "";
    const auto left =
        std::chrono::ceil<std::chrono::seconds>(answer.admission_deadline - context_.clock.now());
    return set_cookie(asked, "onsale_e_" + poller.line->settings().key, entry_token,
                      std::max(left, std::chrono::seconds{0}));
}

void GuestSite::get_position(const Request& request, Reply& reply) {
    const auto event = plain_query_value(request.query, "eventId");
    const auto poller = find_poller(request, event.value_or(""));
    if (!poller) return refuse_call(reply, poller.error(), language_of(request), {});
    if (is_lost(*poller))
        return restore(request, reply, *poller, &GuestSite::send_restored_position);
    if (!poller->moved) seen_.mark(poller->event(), poller->number());
    body_.clear();
    append_position(body_, *poller);
    reply.answer({.headers = kPrivate, .body = body_});
}

// True when this view may not know the admission yet. We have signed the token, so the guest was
// admitted, perhaps by another process. Then the decision is made in Redis.
bool GuestSite::may_be_unheard_of(const LineView& line, waiting_room::Number number) const {
    using waiting_room::Standing;
    if (!context_.restores_places) return false;
    const Standing standing = line.book().standing(number);
    return standing == Standing::kNone || standing == Standing::kWaiting ||
           standing == Standing::kAway || standing == Standing::kRecalled;
}

token::SignatureCheck GuestSite::signature_check(const Request& request) const {
    const bool vouched = config_.verified_secret != nullptr && !config_.verified_header.empty() &&
                         config_.verified_secret->matches(request.header(config_.verified_header));
    return vouched ? token::SignatureCheck::kDoneBefore : token::SignatureCheck::kHere;
}

std::optional<waiting_room::command::Claim> GuestSite::admission_of(const Request& request,
                                                                    std::string_view event,
                                                                    const LineView& line) const {
    const auto claims = token::open_entry_token(*context_.keys, entry_token_of(request, event),
                                                signature_check(request));
    if (!claims || claims->event != event) return std::nullopt;
    const AdmissionId admission{claims->admission};
    if (!line.ledger().live(admission) && !may_be_unheard_of(line, number_of(admission)))
        return std::nullopt;
    if (!line.belongs(number_of(admission), claims->guest)) return std::nullopt;
    return waiting_room::command::Claim{*context_.view.id_of(event), admission, claims->guest};
}

void GuestSite::get_stream(const Request& request, Reply& reply) {
    const auto event = plain_query_value(request.query, "eventId");
    const auto poller = find_holder(request, event.value_or(""));
    const Language language = language_of(request);
    if (!poller) return refuse_call(reply, poller.error(), language, {});
    const auto answer = poller->line->answer(poller->number(), context_.clock.now());
    const std::uint32_t front = poller->line->settings().rules.stream_front;
    // A poll restores a lost place. A stream would only report that it has ended.
    if (front == 0 || answer.position > front || is_lost(*poller))
        return refuse(reply, ErrorCode::kStreamOff, language);
    const StreamHub::Key key{poller->event(), poller->number()};
    auto room = streams_.room_for(key);
    if (!room) return refuse(reply, ErrorCode::kStreamFull, language);
    EventStream stream =
        reply.stream("Cache-Control: private, no-store\r\nX-Accel-Buffering: no\r\n");
    // Only the head is sent; the guest's existing stream stays open.
    if (request.method == Method::kHead) return;
    std::string first = "retry: 3000\nevent: queue\ndata: ";
    append_answer(first, *poller, answer, {}, {});
    first += "\n\n";
    if (!stream.send(first)) return;
    streams_.open(key, poller->token.guest, std::move(stream), std::move(*room));
    announce_stream_(key);
}

}  // namespace onsale::http
