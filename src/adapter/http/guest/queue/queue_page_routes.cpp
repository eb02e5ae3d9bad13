// The plain page of the waiting room, for browsers without JavaScript, and its forms.
#include <optional>

#include "adapter/http/api/context/seat_outlook.hpp"
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "adapter/http/guest/context/queue_guest.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/plain/plain_page.hpp"
#include "adapter/http/guest/plain/refuse_page.hpp"
#include "adapter/http/guest/queue/join.hpp"
#include "adapter/http/guest/queue/place_answer.hpp"
#include "adapter/http/guest/queue/restore.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/guest/queue/visitor_cookie.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "token/queue_token.hpp"
#include "waiting_room/domain/line/line_outlook.hpp"

namespace onsale::http {

using waiting_room::LineView;

namespace {

void send_queue_page(GuestContext& guest, const Request& request, Reply& reply,
                     std::string_view event, std::optional<ErrorCode> refused) {
    const Language language = page_language(request);
    const LineView* const line = find_event(guest, event);
    std::string headers = std::string{kPageHeaders} + std::string{kPrivate};
    if (line == nullptr) {
        guest.metrics.rejected(ErrorCode::kEventNotFound);
        const std::string page = error_page(language, ErrorCode::kEventNotFound);
        return reply.answer({.status = 404,
                             .content_type = kPageContentType,
                             .headers = headers,
                             .body = page,
                             .refused = ErrorCode::kEventNotFound});
    }
    headers += visitor_of(guest, request) ? renewed_visitor(guest, request)
                                          : new_visitor_cookie(guest, request);
    QueuePage page;
    page.language = language;
    page.line = line;
    page.degraded = freshness_of(guest.context, *guest.context.view.id_of(event)).degraded;
    page.refused = refused;
    if (const auto who = find_queue_guest(guest, request, event)) {
        if (!who->moved) guest.seen.mark(who->event(), who->number());
        page.answer = line->answer_to(who->token.guest, who->number(), guest.context.clock.now());
        page.leaving =
            !who->moved && line->book().standing(who->number()) == waiting_room::Standing::kLeaving;
        if (who->older_key)
            headers += queue_cookie(request, *who, token::seal(*guest.context.keys, who->token));
        headers += entry_cookie(guest, request, *who, *page.answer,
                                entry_token_for(guest, *who, *page.answer));
    }
    const Instant now = guest.context.clock.now();
    page.seats = guest.seat_outlook.figures(
        guest.context, {*guest.context.view.id_of(event), *line,
                        page.answer ? *page.answer : waiting_room::newcomers_answer(*line), now});
    const std::string body = queue_page(page, now);
    const int status = refused ? http::entry(*refused).status : 200;
    reply.answer(
        {.status = status, .content_type = kPageContentType, .headers = headers, .body = body});
}

}  // namespace

void get_queue_page(GuestContext& guest, const Request& request, Reply& reply,
                    const PageAddress& address) {
    const std::string_view event = address.id;
    // A refused form redirects here with the code.
    const auto refused = plain_query_value(request.query, "refused");
    // Do not restore again after a refusal; this would cause a redirect loop.
    const auto who = find_queue_guest(guest, request, event);
    if (!refused && who && is_lost(guest, *who))
        return restore(guest, request, reply, *who, send_restored,
                       address.plain_path_in(page_language(request)));
    send_queue_page(guest, request, reply, event, refused ? error_named(*refused) : std::nullopt);
}

void post_queue_page(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = page_language(request);
    const auto address = parse_page_address(request.path);
    if (!address) return refuse_page(guest, reply, ErrorCode::kNotFound, language);
    const auto form = QueryValues::parse(request.body);
    if (!form || !form->only({"action", "code", "proofChallenge", "proofNonce"}))
        return refuse(guest, reply, ErrorCode::kBadField, language);
    const std::string back = address->plain_path_in(language);
    if (form->get("action") == "leave") return leave(guest, request, reply, address->id, back);
    JoinRequest join;
    join.event = address->id;
    join.code = form->get("code");
    join.proof_challenge = form->get("proofChallenge");
    join.proof_nonce = form->get("proofNonce");
    enter(guest, request, reply, join, back);
}

}  // namespace onsale::http
