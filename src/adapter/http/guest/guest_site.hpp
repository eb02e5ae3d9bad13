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

// What the guest site can be told. Defaults are those of a public server.
struct GuestSiteConfig {
    std::vector<std::string> allowed_hosts;    // Served, in lower case; empty: any.
    std::vector<std::string> allowed_origins;  // Sites whose pages may call the guest's API.
    std::shared_ptr<OpenStreams> streams = std::make_shared<OpenStreams>(1000);  // Of all loops.
    BotRules bots;
    SiteIdentitySource site;
    const token::SecretFile* complete_key = nullptr;  // The protected site's; null: refused.
    // With this header (lower case) and this secret in it a proxy says that it has checked the
    // entry token's signature. Without a secret the header counts for nothing.
    std::string verified_header{};
    const token::SecretFile* verified_secret = nullptr;
    std::shared_ptr<PlanTexts> plans = std::make_shared<PlanTexts>();  // Of all loops.
};

constexpr std::chrono::hours kVisitorLives{24 * 90};  // Longer than any presale.

// What a guest asks for when entering, by API or by form.
struct JoinRequest {
    std::string event;
    std::string code;
    std::string proof_challenge;
    std::string proof_nonce;
    bool proof_given = false;  // In an API call: a form always has the fields.
};

// The routes a guest's browser, an embedding site and a proxy's auth_request call, on one loop.
// Thread safety: its loop only.
class GuestSite : public Handler {
  public:
    // `limits` may be those of other loops too. `announce_stream` tells the other loops that a
    // guest's event stream is here now. REQUIRES: context, limits and metrics outlive it.
    GuestSite(LoopContext& context, GuestSiteConfig config, GuestLimits& limits,
              LoopMetrics& metrics, std::function<void(StreamHub::Key)> announce_stream);

    void handle(const Request& request, Reply& reply) override;

    // Heartbeats, windows and event streams; runs by itself once a second after start().
    void start();
    void every_second();
    StreamHub& streams() { return streams_; }
    void replace_site_keys(token::SiteKeys::Shared keys) { config_.site.keys = std::move(keys); }

  private:
    using Route = void (GuestSite::*)(const Request&, Reply&);
    struct RouteEntry {
        Method method;
        std::string_view path;  // Ends in '/' where the rest is a parameter.
        MeteredRoute metered;
        Route route;
        // Each may stand once, with a value; checked before the route runs. Not those that
        // providers send back, which are theirs.
        std::span<const QueryParameter> query{};
    };
    // A guest that showed a good queue token of the event it asks about.
    struct Poller {
        token::QueueToken token;
        const waiting_room::LineView* line = nullptr;
        bool older_key = false;
        bool moved = false;  // The place is another device's now: its token is worth nothing more.

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
    // The same for everybody and kept in memory: not counted against any limit.
    static bool is_static(const RouteEntry& route, const Request& request);
    bool let_in(const Request& request, Reply& reply);
    // 405 with the methods that the path has, or 404 where it has none; to a browser that asks for
    // an allowed site, what it may send.
    void answer_unrouted(const Request& request, Reply& reply, const std::string& allowed);
    // The queue token the request came with, if it is good: of the event that the call is about,
    // where it names one.
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
    // The same for changes, which a device that gave its place away cannot make.
    Result<Poller, BadQuery> find_holder(const Request& request, std::string_view event) const;
    Poller poller_of(const token::QueueToken& token) const;
    std::string_view queue_token_of(const Request& request, std::string_view event) const;
    std::string_view entry_token_of(const Request& request, std::string_view event) const;
    // The live admission that a good entry token of this event names, as its guest claims it.
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
    // The guest's live admission, without which no seat is touched.
    Result<BuyerFound, BadQuery> find_buyer(const Request& request, const HallNames& names) const;
    void claim_by_looking(const waiting_room::LineView& line,
                          const waiting_room::command::Claim& claim);
    void release(const Request& request, Reply& reply, const HallNames& names);
    void send_held(LaterReply& reply, const sale::Buyer& buyer, const sale::Held& held);
    boost::asio::awaitable<void> refuse_hold(LaterReply& reply, const sale::Buyer& buyer,
                                             const sale::HoldRefusal& refusal, Language language);
    // Everybody the request shows to be, for calls about an order; the log names the first.
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
    // A page for whoever asks for one, else the error itself.
    void refuse_browser(const Request& request, Reply& reply, ErrorCode code);
    template <class To>
    void refuse_page(To& reply, ErrorCode code, Language language);
    template <class To>
    void refuse_call(To& reply, const BadQuery& bad, Language language, std::string_view event);
    // Enters and answers with the queue answer, or goes on to the page `then_to`.
    void enter(const Request& request, Reply& reply, const JoinRequest& join, std::string then_to);
    Result<waiting_room::command::Enter, BadQuery> may_enter(const Request& request,
                                                             const JoinRequest& join);
    // Where a failure can lose places: the view knows neither this one nor an end of it.
    bool is_lost(const Poller& poller) const;
    bool shows_admission(const Request& request, const Poller& poller) const;
    using AnswerRestored = void (GuestSite::*)(LaterReply&, const Request& asked,
                                               const Poller& poller);
    // The token is the place: brings it back, then answers. `then_to`: the page that asked.
    void restore(const Request& request, Reply& reply, const Poller& poller, AnswerRestored answer,
                 std::string then_to = {});
    void send_restored(LaterReply& reply, const Request& asked, const Poller& poller);
    void send_restored_position(LaterReply& reply, const Request& asked, const Poller& poller);
    // An access code, right or wrong, counts against its guest and its address: guessing is slow.
    std::optional<ErrorCode> check_code_tries(const Request& request, waiting_room::EventId event,
                                              const GuestId& guest);
    // Limits, bot rules and proof of work, for a guest that does not show a place already.
    std::optional<ErrorCode> check_fresh_join(const Request& request, const JoinRequest& join,
                                              const waiting_room::command::Enter& enter,
                                              const waiting_room::LineView& line);
    Result<waiting_room::command::TakePlace, ErrorCode> may_take(const Request& request,
                                                                 std::string_view event,
                                                                 std::string_view code);
    // Answers who has just got a place, with its tokens as cookies, or goes on to `then_to`.
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
    // "Set-Cookie: ...\r\n", gone with the admission; empty without a token.
    std::string entry_cookie(const Request& asked, const Poller& poller,
                             const waiting_room::QueueAnswer& answer,
                             std::string_view entry_token) const;
    template <class To>
    void refuse(To& reply, ErrorCode code, Language language, std::string_view details = "{}");
    // For an API call the error itself; for a form, back to its plain page, which says it in words.
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
    // The token of the request at hand, opened once: a poll needs it twice.
    std::string_view opened_text_;
    std::optional<token::OpenedQueueToken> opened_;
    std::optional<GuestId> asking_;  // Who the request at hand has shown to be, for the log.
    mutable QueueAnswerText text_;
    mutable SeatNews seat_news_;
    std::string body_;  // Reused by every synchronous answer.
    std::string seat_headers_;
    std::map<waiting_room::EventId, std::map<std::string, SeatMapText, std::less<>>> seat_maps_;
    boost::asio::steady_timer timer_;
    unsigned seconds_ = 0;
    unsigned restoring_ = 0;  // Places on their way back now.
    unsigned questions_ = 0;  // To providers, because of webhooks, on their way now.
};

}  // namespace onsale::http
