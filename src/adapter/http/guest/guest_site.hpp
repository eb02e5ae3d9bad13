#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/context/seat_outlook.hpp"
#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/api/limit/bot_rules.hpp"
#include "adapter/http/api/limit/guest_limits.hpp"
#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/guest/queue/queue_answer_text.hpp"
#include "adapter/http/guest/queue/seen_batches.hpp"
#include "adapter/http/guest/queue/stream_hub.hpp"
#include "adapter/http/guest/seat/seat_map_plan.hpp"
#include "adapter/http/guest/seat/seat_map_query.hpp"
#include "adapter/http/guest/seat/seat_map_text.hpp"
#include "adapter/http/guest/seat/seat_request.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "token/entry_token.hpp"
#include "token/key/secret_file.hpp"
#include "token/queue_token.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {

struct PageAddress;

// Settings of the guest site. The defaults are those of a public server.
struct GuestSiteConfig {
    std::vector<std::string> allowed_hosts;    // Accepted Host values in lower case; empty: any.
    std::vector<std::string> allowed_origins;  // Sites whose pages may call the guest's API.
    // Shared by all loops.
    std::shared_ptr<OpenStreams> streams = std::make_shared<OpenStreams>(1000);
    BotRules bots;
    SiteIdentitySource site;
    // Key of the protected site; null: its calls are refused.
    const token::SecretFile* complete_key = nullptr;
    // With this header (lower case) and this secret as its value, a proxy states that it has
    // checked the entry token's signature. Without a secret the header is ignored.
    std::string verified_header{};
    const token::SecretFile* verified_secret = nullptr;
    std::shared_ptr<PlanTexts> plans = std::make_shared<PlanTexts>();  // Shared by all loops.
};

constexpr std::chrono::hours kVisitorLives{24 * 90};  // Longer than any presale.

// The fields of a guest's request to enter, by API or by form.
struct JoinRequest {
    std::string event;
    std::string code;
    std::string proof_challenge;
    std::string proof_nonce;
    bool proof_given = false;  // For an API call; a form always sends the fields.
};

// The routes for a guest's browser, an embedding site and a proxy's auth_request, on one loop.
// Thread safety: its loop only.
class GuestSite : public Handler {
  public:
    // `limits` may be shared with other loops. `announce_stream` informs the other loops that a
    // guest's event stream is now on this one. REQUIRES: context, limits and metrics outlive it.
    GuestSite(LoopContext& context, GuestSiteConfig config, GuestLimits& limits,
              LoopMetrics& metrics, std::function<void(StreamHub::Key)> announce_stream);

    void handle(const Request& request, Reply& reply) override;

    // Sends heartbeats and stream updates, and starts windows. Runs once a second after start().
    void start();
    void every_second();
    StreamHub& streams() { return streams_; }
    void replace_site_keys(token::SiteKeys::Shared keys) { config_.site.keys = std::move(keys); }

  private:
    using Route = void (GuestSite::*)(const Request&, Reply&);
    struct RouteEntry {
        Method method;
        std::string_view path;  // Ends in '/' when the rest is a parameter.
        MeteredRoute metered;
        Route route;
        // Allowed query parameters, each at most once and with a value; checked before the route
        // runs. Parameters that providers send back are not listed: the provider defines them.
        std::span<const QueryParameter> query{};
    };
    // A guest that presented a valid queue token of the event that it asks about.
    struct Poller {
        token::QueueToken token;
        const waiting_room::LineView* line = nullptr;
        bool older_key = false;
        // The place belongs to another device now, so this token is no longer valid.
        bool moved = false;

        waiting_room::EventId event() const { return {token.event}; }
        waiting_room::Number number() const { return {token.number}; }
    };
    static std::span<const RouteEntry> routes();
    void serve(const Request& request, Reply& reply);
    struct HallFound {
        waiting_room::EventId event;
        const waiting_room::LineView* line = nullptr;
        const sale::HallView* hall = nullptr;
    };
    struct BuyerFound {
        HallFound at;
        sale::Buyer buyer;
    };

    bool host_served(const Request& request) const;
    // Static content from memory, the same for everybody: it counts against no limit.
    static bool is_static(const RouteEntry& route, const Request& request);
    bool let_in(const Request& request, Reply& reply);
    // Answers 405 with the methods that the path has, or 404 when it has none. A preflight from an
    // allowed origin gets the methods and headers that it may send.
    void answer_unrouted(const Request& request, Reply& reply, const std::string& allowed);
    // The request's queue token if it is valid and, when the call names an event, of that event.
    std::optional<token::QueueToken> shown_token(const Request& request);

    void get_status(const Request& request, Reply& reply);
    void get_position(const Request& request, Reply& reply);
    void post_enter(const Request& request, Reply& reply);
    void post_heartbeat(const Request& request, Reply& reply);
    void delete_leave(const Request& request, Reply& reply);
    void post_leave(const Request& request, Reply& reply);
    void post_extend(const Request& request, Reply& reply);
    void post_move(const Request& request, Reply& reply);
    void post_move_take(const Request& request, Reply& reply);
    void get_stream(const Request& request, Reply& reply);
    void get_serving(const Request& request, Reply& reply);
    void get_order(const Request& request, Reply& reply);
    void get_challenge(const Request& request, Reply& reply);
    void get_eligibility(const Request& request, Reply& reply);
    void get_verify(const Request& request, Reply& reply);
    void post_complete(const Request& request, Reply& reply);
    void get_events(const Request& request, Reply& reply);
    void get_event(const Request& request, Reply& reply);
    void post_visitor(const Request& request, Reply& reply);
    void get_page(const Request& request, Reply& reply);
    void get_plain_page(const Request& request, Reply& reply, const PageAddress& address);
    void get_queue_page(const Request& request, Reply& reply, const PageAddress& address);
    void post_queue_page(const Request& request, Reply& reply);
    void send_queue_page(const Request& request, Reply& reply, std::string_view event,
                         std::optional<ErrorCode> refused);
    void get_asset(const Request& request, Reply& reply);
    void get_image(const Request& request, Reply& reply);
    void get_seats(const Request& request, Reply& reply);
    void get_hall(const Request& request, Reply& reply);
    void post_select(const Request& request, Reply& reply);
    void post_best(const Request& request, Reply& reply);
    void post_release(const Request& request, Reply& reply);
    void delete_release(const Request& request, Reply& reply);
    void post_payment(const Request& request, Reply& reply);
    void post_confirm(const Request& request, Reply& reply);
    void post_cancel(const Request& request, Reply& reply);
    void get_refund_preview(const Request& request, Reply& reply);
    void payment_return(const Request& request, Reply& reply);
    void post_webhook(const Request& request, Reply& reply);
    void get_order_detail(const Request& request, Reply& reply);
    void get_bookings(const Request& request, Reply& reply);
    void get_booking(const Request& request, Reply& reply);
    void get_order_page(const Request& request, Reply& reply, std::string_view code);
    void get_demo_pay(const Request& request, Reply& reply);
    void post_demo_pay(const Request& request, Reply& reply);
    void get_health(const Request& request, Reply& reply);
    void get_ready(const Request& request, Reply& reply);

    const waiting_room::LineView* find_event(std::string_view key,
                                             waiting_room::EventId* id = nullptr) const;
    Result<Poller, BadQuery> find_poller(const Request& request, std::string_view event) const;
    // The same for changes. A device that moved its place to another one cannot make changes.
    Result<Poller, BadQuery> find_holder(const Request& request, std::string_view event) const;
    Poller poller_of(const token::QueueToken& token) const;
    std::string_view queue_token_of(const Request& request, std::string_view event) const;
    std::string_view entry_token_of(const Request& request, std::string_view event) const;
    // The live admission that a valid entry token of this event names, as its guest's claim.
    std::optional<waiting_room::command::Claim> admission_of(
        const Request& request, std::string_view event, const waiting_room::LineView& line) const;
    token::SignatureCheck signature_check(const Request& request) const;
    bool may_be_unheard_of(const waiting_room::LineView& line, waiting_room::Number number) const;
    // As far as this view knows.
    static bool is_claimed(const waiting_room::LineView& line, waiting_room::Number number) {
        const waiting_room::Admission* const admission = line.ledger().find(number);
        return admission != nullptr && admission->claimed;
    }
    void leave(const Request& request, Reply& reply, std::string_view event, std::string then_to);
    void send_extended(LaterReply& reply, const Request& asked, const Poller& poller,
                       Language language);
    void refuse_extension(LaterReply& reply, waiting_room::EventId event,
                          waiting_room::PlaceError error, Language language);
    Result<HallFound, BadQuery> find_hall(std::string_view event,
                                          std::string_view performance) const;
    void send_seats(const Request& request, Reply& reply, const HallFound& found, SeatMapAsk ask);
    SeatMapText& seat_map_of(const HallFound& found);
    // The guest's live admission. Every call that changes seats requires it.
    Result<BuyerFound, BadQuery> find_buyer(const Request& request, const HallNames& names) const;
    void claim_by_looking(const waiting_room::LineView& line,
                          const waiting_room::command::Claim& claim);
    void release(const Request& request, Reply& reply, const HallNames& names);
    void send_held(LaterReply& reply, const sale::Buyer& buyer, const sale::Held& held);
    boost::asio::awaitable<void> refuse_hold(LaterReply& reply, const sale::Buyer& buyer,
                                             const sale::HoldRefusal& refusal, Language language);
    // All guest identities in the request, for calls about an order. The log uses the first.
    std::vector<GuestId> owners_in(const Request& request);
    boost::asio::awaitable<void> start_payment(sale::command::RequestPayment request,
                                               Language language,
                                               std::optional<Language> page_language,
                                               LaterReply reply);
    boost::asio::awaitable<void> come_back(payment::ReturnedPayment returned, Language language,
                                           LaterReply reply);
    boost::asio::awaitable<void> take_notice(payment::WebhookNotice notice,
                                             payment::PaymentGateway& gateway, LaterReply reply);
    void send_order(LaterReply& reply, const sale::OrderOutcome& outcome, Language language);
    void refuse_order(LaterReply& reply, const sale::PayRefusal& refusal, Language language);
    // Answers with a page to a client that asks for one, otherwise with the error body.
    void refuse_browser(const Request& request, Reply& reply, ErrorCode code);
    template <class To>
    void refuse_page(To& reply, ErrorCode code, Language language);
    template <class To>
    void refuse_call(To& reply, const BadQuery& bad, Language language, std::string_view event);
    // Enters and answers with the queue answer, or redirects to the page `then_to`.
    void enter(const Request& request, Reply& reply, const JoinRequest& join, std::string then_to);
    Result<waiting_room::command::Enter, BadQuery> may_enter(const Request& request,
                                                             const JoinRequest& join);
    // True when a failure may have lost the place: the view knows neither the place nor its end.
    bool is_lost(const Poller& poller) const;
    bool shows_admission(const Request& request, const Poller& poller) const;
    using AnswerRestored = void (GuestSite::*)(LaterReply&, const Request& asked,
                                               const Poller& poller);
    // Restores the place from the token, then answers. `then_to`: the page that asked.
    void restore(const Request& request, Reply& reply, const Poller& poller, AnswerRestored answer,
                 std::string then_to = {});
    void send_restored(LaterReply& reply, const Request& asked, const Poller& poller);
    void send_restored_position(LaterReply& reply, const Request& asked, const Poller& poller);
    // Every access code, valid or not, counts against its guest and its address, to slow down
    // guessing.
    std::optional<ErrorCode> check_code_tries(const Request& request, waiting_room::EventId event,
                                              const GuestId& guest);
    // Checks limits, bot rules and proof of work for a guest that presents no place.
    std::optional<ErrorCode> check_fresh_join(const Request& request, const JoinRequest& join,
                                              const waiting_room::command::Enter& enter,
                                              const waiting_room::LineView& line);
    Result<waiting_room::command::TakePlace, ErrorCode> may_take(const Request& request,
                                                                 std::string_view event,
                                                                 std::string_view code);
    // Answers a guest that has just got a place, with its tokens as cookies, or redirects to
    // `then_to`.
    void send_place(LaterReply& reply, const Request& asked, const Poller& poller,
                    const std::string& then_to);
    void send_status(Reply& reply, const Request& request, const Poller& poller);
    void append_answer(std::string& out, const Poller& poller,
                       const waiting_room::QueueAnswer& answer, std::string_view token,
                       std::string_view entry_token) const;
    void append_position(std::string& out, const Poller& poller) const;
    std::optional<token::OpenedVisitorToken> visitor_of(const Request& request) const;
    std::string visitor_cookie(const Request& request, const token::VisitorToken& visitor) const;
    std::string new_visitor_cookie(const Request& request) const;
    std::string renewed_visitor(const Request& request) const;
    std::string entry_token_for(const Poller& poller,
                                const waiting_room::QueueAnswer& answer) const;
    // "Set-Cookie: ...\r\n", expires with the admission; empty without a token.
    std::string entry_cookie(const Request& asked, const Poller& poller,
                             const waiting_room::QueueAnswer& answer,
                             std::string_view entry_token) const;
    template <class To>
    void refuse(To& reply, ErrorCode code, Language language, std::string_view details = "{}");
    // An API call gets the error body. A form is redirected to its plain page, which shows the
    // error.
    template <class To>
    void refuse_or_return(To& reply, ErrorCode code, Language language, const std::string& then_to,
                          std::string_view details = "{}");
    ErrorCode unavailable_as(ErrorCode code) const;
    ErrorCode enter_error(waiting_room::EnterError error) const;

    LoopContext& context_;
    GuestSiteConfig config_;
    LoopMetrics& metrics_;
    std::function<void(StreamHub::Key)> announce_stream_;
    GuestLimits& limits_;
    SeenBatches seen_;
    StreamHub streams_;
    // The token of the current request. It is opened only once, because a poll needs it twice.
    std::string_view opened_text_;
    std::optional<token::OpenedQueueToken> opened_;
    std::optional<GuestId> asking_;  // The guest of the current request, for the log.
    mutable QueueAnswerText text_;
    mutable SeatNews seat_news_;
    std::string body_;  // Reused by every synchronous answer.
    std::string seat_headers_;
    std::map<waiting_room::EventId, std::map<std::string, SeatMapText, std::less<>>> seat_maps_;
    boost::asio::steady_timer timer_;
    unsigned seconds_ = 0;
    unsigned restoring_ = 0;  // Number of places being restored.
    unsigned questions_ = 0;  // Number of provider queries in flight that webhooks caused.
};

}  // namespace onsale::http
