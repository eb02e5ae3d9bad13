// The plain pages: usable without JavaScript, in two languages, the language in the path.
#include "adapter/http/guest_site.hpp"
#include "adapter/http/query.hpp"
#include "adapter/http/refuse.hpp"
#include "adapter/http/status_page.hpp"
#include "adapter/http/status_page_assets.hpp"
#include "adapter/http/view_freshness.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {

using waiting_room::LineView;

namespace {

Language path_language(const Request& request) {
    return request.path.starts_with("/ko/") ? Language::kKorean : Language::kEnglish;
}

// What follows "/queue/"; a key has no slash, so that one page has one address.
std::string_view event_in(std::string_view path) {
    constexpr std::string_view kQueue = "/queue/";
    return path.substr(path.find(kQueue) + kQueue.size());
}

// Pages that say the language in their path are reached from the bare one by the browser's choice.
void send_elsewhere(Reply& reply, int status, const std::string& to) {
    const std::string headers = "Cache-Control: no-store\r\nLocation: " + to + "\r\n";
    reply.answer({.status = status, .headers = headers});
}

std::string queue_path(Language language, std::string_view event) {
    return std::string{language_prefix(language)} + "/queue/" + std::string{event};
}

}  // namespace

void GuestSite::get_home(const Request& request, Reply& reply) {
    if (request.path == "/")
        return send_elsewhere(reply, 302, std::string{language_prefix(language_of(request))} + "/");
    const std::string home = std::string{language_prefix(path_language(request))} + "/";
    if (request.path != home) return refuse(reply, ErrorCode::kNotFound, path_language(request));
    // Links from advertisements carry query keys; caches keep the page under one address.
    if (!request.query.empty()) return send_elsewhere(reply, 302, home);
    const std::string page = home_page(path_language(request), context_.view);
    const std::string headers = std::string{kPageHeaders} + "Cache-Control: public, max-age=1\r\n";
    reply.answer({.content_type = kPageContentType, .headers = headers, .body = page});
}

void GuestSite::get_queue_page(const Request& request, Reply& reply) {
    const std::string_view event = event_in(request.path);
    if (request.path.starts_with("/queue/"))
        return send_elsewhere(reply, 302, queue_path(language_of(request), event));
    // A form that was refused comes back here with the code.
    const auto refused = plain_query_value(request.query, "refused");
    // Who was refused would be sent back here for ever.
    const auto poller = find_poller(request, event);
    if (!refused && poller && is_lost(*poller))
        return restore(request, reply, *poller, &GuestSite::send_restored,
                       queue_path(path_language(request), event));
    send_queue_page(request, reply, event, refused ? error_named(*refused) : std::nullopt);
}

void GuestSite::send_queue_page(const Request& request, Reply& reply, std::string_view event,
                                std::optional<ErrorCode> refused) {
    const Language language = path_language(request);
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
    const std::string_view cookie =
        cookie_value(request.header("cookie"), cookie_name(request, "onsale_v"));
    headers += renewed_visitor(request);
    if (!token::open_visitor_token(*context_.keys, cookie))
        headers += set_cookie(
            request, "onsale_v",
            token::seal(*context_.keys, token::new_visitor(context_.clock.wall())), kVisitorLives);
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
        const std::string entry = entry_token_for(*poller, *page.answer);
        if (!entry.empty())
            headers += set_cookie(request, "onsale_e_" + line->settings().key, entry, std::nullopt);
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
    const std::string event{event_in(request.path)};
    const auto form = QueryValues::parse(request.body);
    if (!form || !form->only({"action", "code", "proofChallenge", "proofNonce"}))
        return refuse(reply, ErrorCode::kBadField, path_language(request));
    const std::string back = queue_path(path_language(request), event);
    if (form->get("action") == "leave") return leave(request, reply, event, back);
    JoinRequest join;
    join.event = event;
    join.code = form->get("code");
    join.proof_challenge = form->get("proofChallenge");
    join.proof_nonce = form->get("proofNonce");
    enter(request, reply, join, back);
}

void GuestSite::get_asset(const Request& request, Reply& reply) {
    const PageAsset* const asset = find_asset(request.path);
    if (asset == nullptr) return refuse(reply, ErrorCode::kNotFound, language_of(request));
    if (!request.query.empty())
        return refuse(reply, ErrorCode::kUnknownQueryKey, language_of(request));
    reply.answer(
        {.content_type = asset->content_type, .headers = kAssetHeaders, .body = asset->body});
}

}  // namespace onsale::http
