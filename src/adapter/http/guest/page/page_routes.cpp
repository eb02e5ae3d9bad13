// Pages for guests in two languages, with the language in the path: static pages built in the web
// folder, and plain pages that work without JavaScript.
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/page/page_address.hpp"
#include "adapter/http/guest/page/page_answers.hpp"
#include "adapter/http/guest/page/plain_page.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {

using waiting_room::LineView;

namespace {

// Whether the query requests the page rendered by the server, for browsers without script.
// "refused" is the code with which a form was refused.
bool asks_for_plain(const PageAddress& address, std::string_view query) {
    const bool exists = address.page == WebPage::kHome || address.page == WebPage::kQueue ||
                        address.page == WebPage::kPayment;
    const auto values = QueryValues::parse(query);
    return exists && values && values->only({"plain", "refused"}) &&
           (values->get("plain") == "1" || !values->get("refused").empty());
}

}  // namespace

void GuestSite::get_page(const Request& request, Reply& reply) {
    const Language language = page_language(request);
    const auto address = parse_page_address(request.path);
    if (!address || address->page == WebPage::kAdmin)
        return refuse_page(reply, ErrorCode::kNotFound, language);
    const bool plain = asks_for_plain(*address, request.query);
    const std::string path = address->path_in(language);
    // Links from advertisements carry query keys. They are removed, so that caches keep a page
    // under one address.
    if (path != request.path || (!plain && !request.query.empty()))
        return send_elsewhere(reply, plain ? address->plain_path_in(language) : path);
    if (plain) return get_plain_page(request, reply, *address);
    std::vector<std::string> posts_to;
    for (const Provider& provider : context_.providers)
        posts_to.insert(posts_to.end(), provider.posts_to.begin(), provider.posts_to.end());
    if (!send_shell(request, reply, context_.web, address->page, language, posts_to))
        refuse_page(reply, ErrorCode::kNotFound, language);
}

void GuestSite::get_plain_page(const Request& request, Reply& reply, const PageAddress& address) {
    if (address.page == WebPage::kQueue) return get_queue_page(request, reply, address);
    if (address.page == WebPage::kPayment) return get_order_page(request, reply, address.id);
    const std::string page = home_page(page_language(request), context_.view);
    const std::string headers = std::string{kPageHeaders} + "Cache-Control: private, no-store\r\n";
    reply.answer({.content_type = kPageContentType, .headers = headers, .body = page});
}

void GuestSite::get_queue_page(const Request& request, Reply& reply, const PageAddress& address) {
    const std::string_view event = address.id;
    // A refused form redirects here with the code.
    const auto refused = plain_query_value(request.query, "refused");
    // After a refusal do not restore again, or it would redirect here forever.
    const auto poller = find_poller(request, event);
    if (!refused && poller && is_lost(*poller))
        return restore(request, reply, *poller, &GuestSite::send_restored,
                       address.plain_path_in(page_language(request)));
    send_queue_page(request, reply, event, refused ? error_named(*refused) : std::nullopt);
}

void GuestSite::send_queue_page(const Request& request, Reply& reply, std::string_view event,
                                std::optional<ErrorCode> refused) {
    const Language language = page_language(request);
    const LineView* const line = find_event(event);
    std::string headers = std::string{kPageHeaders} + "Cache-Control: private, no-store\r\n";
    if (line == nullptr) {
        metrics_.rejected(ErrorCode::kEventNotFound);
        const std::string page = error_page(language, ErrorCode::kEventNotFound);
        return reply.answer({.status = 404,
                             .content_type = kPageContentType,
                             .headers = headers,
                             .body = page,
                             .refused = ErrorCode::kEventNotFound});
    }
    headers += visitor_of(request) ? renewed_visitor(request) : new_visitor_cookie(request);
    QueuePage page;
    page.language = language;
    page.line = line;
    page.degraded = freshness_of(context_, *context_.view.id_of(event)).degraded;
    page.refused = refused;
    if (const auto poller = find_poller(request, event)) {
        if (!poller->moved) seen_.mark(poller->event(), poller->number());
        page.answer = line->answer_to(poller->token.guest, poller->number(), context_.clock.now());
        page.leaving = !poller->moved &&
                       line->book().standing(poller->number()) == waiting_room::Standing::kLeaving;
        if (poller->older_key)
            headers += set_cookie(request, "onsale_q_" + line->settings().key,
                                  token::seal(*context_.keys, poller->token), std::nullopt);
        headers +=
            entry_cookie(request, *poller, *page.answer, entry_token_for(*poller, *page.answer));
    }
    const Instant now = context_.clock.now();
    page.seats =
        seat_news_.figures(context_, {*context_.view.id_of(event), *line,
                                      page.answer ? *page.answer : newcomers_answer(*line), now});
    const std::string body = queue_page(page, now);
    const int status = refused ? http::entry(*refused).status : 200;
    reply.answer(
        {.status = status, .content_type = kPageContentType, .headers = headers, .body = body});
}

void GuestSite::post_queue_page(const Request& request, Reply& reply) {
    const Language language = page_language(request);
    const auto address = parse_page_address(request.path);
    if (!address) return refuse_page(reply, ErrorCode::kNotFound, language);
    const auto form = QueryValues::parse(request.body);
    if (!form || !form->only({"action", "code", "proofChallenge", "proofNonce"}))
        return refuse(reply, ErrorCode::kBadField, language);
    const std::string back = address->plain_path_in(language);
    if (form->get("action") == "leave") return leave(request, reply, address->id, back);
    JoinRequest join;
    join.event = address->id;
    join.code = form->get("code");
    join.proof_challenge = form->get("proofChallenge");
    join.proof_nonce = form->get("proofNonce");
    enter(request, reply, join, back);
}

void GuestSite::get_asset(const Request& request, Reply& reply) {
    if (!request.query.empty())
        return refuse(reply, ErrorCode::kUnknownQueryKey, language_of(request));
    if (send_asset(request, reply, context_.web)) return;
    refuse(reply, ErrorCode::kNotFound, language_of(request));
}

}  // namespace onsale::http
