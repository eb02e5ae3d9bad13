// Entering and leaving: changes by a guest, durable before they are answered.
#include <algorithm>
#include <cstring>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/refuse.hpp"
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

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";

// A field that is present must be a string.
bool is_text_or_absent(const boost::json::object& object, std::string_view name) {
    const auto* const value = object.if_contains({name.data(), name.size()});
    return value == nullptr || value->is_string();
}

bool is_proof_or_absent(const boost::json::value* proof) {
    if (proof == nullptr) return true;
    const auto* const fields = proof->if_object();
    return fields != nullptr && fields->size() == 2 && fields->contains("challenge") &&
           fields->contains("nonce") && is_text_or_absent(*fields, "challenge") &&
           is_text_or_absent(*fields, "nonce");
}

bool is_nonce(std::string_view text) {
    constexpr std::size_t kDigitsMax = 20;  // Digits of a 64-bit number.
    return !text.empty() && text.size() <= kDigitsMax &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<Sha256Digest> code_digest(std::string_view code) {
    if (code.empty()) return std::nullopt;
    return sha256(code);
}

}  // namespace

void GuestSite::post_enter(const Request& request, Reply& reply) {
    const auto body = json_body(request, {"eventId", "code", "proof"});
    if (!body) return refuse_call(reply, body.error(), language_of(request), {});
    const auto* const proof = body->if_contains("proof");
    const auto event = key_field(*body, "eventId");
    const std::string_view wrong = !event                              ? "eventId"
                                   : !is_text_or_absent(*body, "code") ? "code"
                                   : !is_proof_or_absent(proof)        ? "proof"
                                                                       : "";
    if (!wrong.empty())
        return refuse_call(reply, {ErrorCode::kBadField, std::string{wrong}}, language_of(request),
                           {});
    JoinRequest join;
    join.event = *event;
    join.code = text_field(*body, "code");
    if (proof != nullptr) {
        join.proof_given = true;
        join.proof_challenge = text_field(proof->get_object(), "challenge");
        join.proof_nonce = text_field(proof->get_object(), "nonce");
    }
    enter(request, reply, join, "");
}

Result<command::Enter, BadQuery> GuestSite::may_enter(const Request& request,
                                                      const JoinRequest& join) {
    const auto refused_with = [](ErrorCode code) { return fail(BadQuery{code, {}}); };
    if (join.event.empty()) return fail(BadQuery{ErrorCode::kBadField, "eventId"});
    if (characters(join.code) > kAccessCodeMax) return fail(BadQuery{ErrorCode::kBadField, "code"});
    if (!same_origin(request)) return refused_with(ErrorCode::kForeignOrigin);
    EventId event;
    const LineView* const line = find_event(join.event, &event);
    if (line == nullptr) return refused_with(ErrorCode::kEventNotFound);
    // When proof of work is required, its own check reports the error.
    const bool work_asked = line->settings().rules.proof_of_work_bits > 0;
    if (join.proof_given && !work_asked && !is_nonce(join.proof_nonce))
        return fail(BadQuery{ErrorCode::kBadField, "proof"});
    auto guest =
        identify(request, *context_.keys, config_.site, line->settings(), context_.clock.wall());
    if (!guest) return refused_with(guest.error());
    asking_ = guest->guest;
    if (!join.code.empty())
        if (const auto refused = check_code_tries(request, event, guest->guest))
            return refused_with(*refused);
    command::Enter enter{event, guest->guest, code_digest(join.code),
                         std::move(guest->claimed_phases)};
    // A guest that presents its own queue token has or had a place: no new place is created.
    const auto poller = find_poller(request, join.event);
    // A place that moved to another device does not count. Otherwise every move would allow a new
    // place without checks.
    if (poller && !poller->moved && poller->token.guest == enter.guest) {
        if (context_.restores_places) enter.shown = poller->number();
        return enter;
    }
    if (const auto refused = check_fresh_join(request, join, enter, *line))
        return refused_with(*refused);
    return enter;
}

std::optional<ErrorCode> GuestSite::check_code_tries(const Request& request, EventId event,
                                                     const GuestId& guest) {
    const Duration now = context_.clock.now().time_since_epoch();
    const bool allowed =
        request.local ||
        (limits_.codes_per_guest.allow(of_event(guest_key(guest), event), now) &&
         limits_.codes_per_address.allow(of_event(limiter_key(request.client), event), now));
    if (allowed) return std::nullopt;
    metrics_.limited(LimitKind::kCodes);
    return ErrorCode::kTooManyRequests;
}

std::optional<ErrorCode> GuestSite::check_fresh_join(const Request& request,
                                                     const JoinRequest& join,
                                                     const command::Enter& enter,
                                                     const LineView& line) {
    const Duration now = context_.clock.now().time_since_epoch();
    if (!limits_.joins_per_address.allow(limiter_key(request.client), now)) {
        metrics_.limited(LimitKind::kJoins);
        return ErrorCode::kTooManyJoins;
    }
    if (const auto reason = judge(config_.bots, request)) {
        const bool enforce = config_.bots.mode == BotMode::kEnforce;
        metrics_.bot(*reason, enforce);
        if (enforce) return ErrorCode::kBotRefused;
    }
    const std::uint32_t bits = line.settings().rules.proof_of_work_bits;
    if (bits == 0) return std::nullopt;
    if (join.proof_challenge.empty()) return ErrorCode::kProofOfWorkRequired;
    const token::ProofOfWork proof{enter.event.value, enter.guest, join.proof_challenge,
                                   join.proof_nonce};
    if (!token::verify_proof(*context_.keys, proof, bits, context_.clock.wall()))
        return ErrorCode::kProofOfWorkInvalid;
    return std::nullopt;
}

void GuestSite::enter(const Request& request, Reply& reply, const JoinRequest& join,
                      std::string then_to) {
    const Language language = language_of(request);
    auto allowed = may_enter(request, join);
    if (!allowed)
        return refuse_or_return(reply, allowed.error().code, language, then_to,
                                details_of(allowed.error(), {}));
    // The data for the cookies. The request itself no longer exists when the writer answers.
    Request asked;
    asked.secure = request.secure;
    run_route(context_.loop, metrics_,
              [](GuestSite& site, command::Enter enter, Request asked, Language language,
                 std::string then_to, LaterReply reply) -> awaitable<void> {
                  const EventId event = enter.event;
                  const GuestId guest = enter.guest;
                  const auto number = co_await site.context_.lines.enter(std::move(enter));
                  if (!number)
                      co_return site.refuse_or_return(reply, site.enter_error(number.error()),
                                                      language, then_to);
                  const Poller poller = site.poller_of({event.value, guest, number->value});
                  site.send_place(reply, asked, poller, then_to);
              }(*this, std::move(*allowed), asked, language, std::move(then_to), reply.later()));
}

void GuestSite::send_place(LaterReply& reply, const Request& asked, const Poller& poller,
                           const std::string& then_to) {
    const auto answer =
        poller.line->answer_to(poller.token.guest, poller.number(), context_.clock.now());
    const std::string token = token::seal(*context_.keys, poller.token);
    const std::string entry = entry_token_for(poller, answer);
    const std::string& key = poller.line->settings().key;
    std::string headers{kPrivate};
    headers += set_cookie(asked, "onsale_q_" + key, token, std::nullopt);
    headers += entry_cookie(asked, poller, answer, entry);
    if (!then_to.empty()) {
        headers += "Location: " + then_to + "\r\n";
        return reply.answer({.status = 303, .headers = headers});
    }
    std::string body;
    append_answer(body, poller, answer, token, entry);
    reply.answer({.headers = headers, .body = body});
}

void GuestSite::post_heartbeat(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {"eventId"});
    if (!body) return refuse_call(reply, body.error(), language, {});
    const auto key = key_field(*body, "eventId");
    if (!key) return refuse_call(reply, key.error(), language, {});
    const std::string& event = *key;
    const auto poller = find_holder(request, event);
    if (!poller) return refuse_call(reply, poller.error(), language, {});
    if (!same_origin(request)) return refuse(reply, ErrorCode::kForeignOrigin, language);
    if (is_lost(*poller))
        return restore(request, reply, *poller, &GuestSite::send_restored_position);
    seen_.mark(poller->event(), poller->number());
    const auto admission = admission_of(request, event, *poller->line);
    const auto answer_now = [](GuestSite& site, const Poller& who, auto& to) {
        std::string text;
        site.append_position(text, who);
        to.answer({.headers = kPrivate, .body = text});
    };
    const bool unclaimed = admission && !is_claimed(*poller->line, poller->number());
    if (!unclaimed) return answer_now(*this, *poller, reply);
    // A heartbeat with the entry token claims the admission.
    run_route(context_.loop, metrics_,
              [](GuestSite& site, Poller who, command::Claim claim, Language language, auto answer,
                 LaterReply reply) -> awaitable<void> {
                  const auto claimed = co_await site.context_.lines.claim(claim);
                  if (!claimed)
                      co_return site.refuse(reply, site.unavailable_as(api_error(claimed.error())),
                                            language);
                  answer(site, who, reply);
              }(*this, *poller, *admission, language, answer_now, reply.later()));
}

void GuestSite::delete_leave(const Request& request, Reply& reply) {
    leave(request, reply, plain_query_value(request.query, "eventId").value_or(""), "");
}

void GuestSite::post_leave(const Request& request, Reply& reply) {
    const auto body = json_body(request, {"eventId"});
    if (!body) return refuse_call(reply, body.error(), language_of(request), {});
    const auto event = key_field(*body, "eventId");
    if (!event) return refuse_call(reply, event.error(), language_of(request), {});
    leave(request, reply, *event, "");
}

void GuestSite::leave(const Request& request, Reply& reply, std::string_view event,
                      std::string then_to) {
    const Language language = language_of(request);
    const auto poller = find_holder(request, event);
    if (!poller)
        return refuse_or_return(reply, poller.error().code, language, then_to,
                                details_of(poller.error(), {}));
    if (!same_origin(request))
        return refuse_or_return(reply, ErrorCode::kForeignOrigin, language, then_to);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, command::Leave leave, Language language, std::string then_to,
                 LaterReply reply) -> awaitable<void> {
                  const auto left = co_await site.context_.lines.leave(leave);
                  if (!left)
                      co_return site.refuse_or_return(
                          reply, site.unavailable_as(api_error(left.error())), language, then_to);
                  if (then_to.empty())
                      co_return reply.answer(
                          {.headers = kPrivate,
                           .body = R"({"status":"expired","reason":"left","undoSeconds":60})"});
                  const std::string headers =
                      std::string{kPrivate} + "Location: " + then_to + "\r\n";
                  reply.answer({.status = 303, .headers = headers});
              }(*this, {poller->event(), poller->number(), poller->token.guest}, language,
                                   std::move(then_to), reply.later()));
}

void GuestSite::get_challenge(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    EventId event;
    const auto key = plain_query_value(request.query, "eventId");
    const LineView* const line = find_event(key.value_or(""), &event);
    if (line == nullptr) return refuse(reply, ErrorCode::kEventNotFound, language);
    const Instant wall = context_.clock.wall();
    const auto guest = identify(request, *context_.keys, config_.site, line->settings(), wall);
    if (!guest) return refuse(reply, guest.error(), language);
    const std::string body =
        R"({"challenge":")" +
        token::proof_challenge(*context_.keys, event.value, guest->guest, wall) +
        R"(","difficulty":)" + std::to_string(line->settings().rules.proof_of_work_bits) + "}";
    reply.answer({.headers = kPrivate, .body = body});
}

void GuestSite::get_eligibility(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto query = QueryValues::parse(request.query);
    if (!query || !query->only({"eventId", "code"}))
        return refuse(reply, ErrorCode::kUnknownQueryKey, language);
    EventId event;
    const LineView* const line = find_event(query->get("eventId"), &event);
    if (line == nullptr) return refuse(reply, ErrorCode::kEventNotFound, language);
    auto guest =
        identify(request, *context_.keys, config_.site, line->settings(), context_.clock.wall());
    if (!guest) return refuse(reply, guest.error(), language);
    const std::string_view code = query->get("code");
    if (!code.empty())
        if (const auto refused = check_code_tries(request, event, guest->guest))
            return refuse(reply, *refused, language);
    command::CheckEligibility check{event, guest->guest, code_digest(code),
                                    std::move(guest->claimed_phases)};
    run_route(context_.loop, metrics_,
              [](GuestSite& site, command::CheckEligibility check, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto phases =
                      co_await site.context_.lines.check_eligibility(std::move(check));
                  if (!phases)
                      co_return site.refuse(reply, site.unavailable_as(api_error(phases.error())),
                                            language);
                  std::string body = R"({"phases":[)";
                  for (const auto& phase : *phases) {
                      if (!body.ends_with('[')) body += ',';
                      body += R"({"id":")" + phase.phase + R"(","eligible":)" +
                              (phase.eligible ? "true}" : "false}");
                  }
                  body += "]}";
                  reply.answer({.headers = kPrivate, .body = body});
              }(*this, std::move(check), language, reply.later()));
}

}  // namespace onsale::http
