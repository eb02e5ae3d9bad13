#include "crowd/codec/site_call.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "codec/object_reader.hpp"

namespace onsale::crowd {
namespace {

namespace json = boost::json;

// The id of the payment method that moves no money, and the path of its page. The crowd knows a
// server by its HTTP API only.
constexpr std::string_view kDemoPay = "demo";
constexpr std::string_view kDemoPayPage = "/demo-pay/";

SiteCall get(std::string target) {
    return {.post = false, .target = std::move(target), .content_type = {}, .body = {}};
}

SiteCall post(std::string target, const json::object& body) {
    return {.post = true,
            .target = std::move(target),
            .content_type = "application/json",
            .body = json::serialize(body)};
}

std::string_view button_form(Button button) {
    switch (button) {
        case Button::kApprove:
            return "script=approve";
        case Button::kDecline:
            return "script=decline";
        case Button::kLeave:
            return "action=leave";
    }
    return {};
}

json::object at_performance(const Errand& errand, const std::string& event) {
    return {{"eventId", event}, {"performanceId", errand.performance}};
}

SiteCall take_call(const Errand& errand, const std::string& event) {
    json::object body = at_performance(errand, event);
    body["count"] = errand.seats;
    if (errand.price_max > 0) body["priceMax"] = errand.price_max;
    return post("/api/booking/seats/best", body);
}

SiteCall order_call(const Errand& errand, const std::string& event) {
    json::object body = at_performance(errand, event);
    body["provider"] = kDemoPay;
    return post("/api/payment/request", body);
}

// Reads the answers of any Onsale, also of a newer one. Missing members and members of a wrong type
// keep their empty values; the guest then only counts as refused.
constexpr codec::Dialect kLenient{.problems_max = SIZE_MAX, .ignores_unknown = true};

json::value parsed(std::string_view text) {
    boost::system::error_code error;
    json::value value = json::parse({text.data(), text.size()}, error);
    return error ? json::value{} : value;
}

struct Body {
    explicit Body(std::string_view text) : value(parsed(text)), reader(value, kLenient) {}

    json::value value;
    codec::ObjectReader reader;
};

struct SeatCounts {
    std::int64_t free = 0;
    std::int64_t held = 0;
    std::int64_t sold = 0;
    std::int64_t blocked = 0;
};
void fields(codec::ObjectReader& visit, SeatCounts& counts) {
    visit.field("free", counts.free);
    visit.field("held", counts.held);
    visit.field("sold", counts.sold);
    visit.field("blocked", counts.blocked);
}

struct BegunOrder {
    std::string id;
    std::string provider;
};
void fields(codec::ObjectReader& visit, BegunOrder& order) {
    visit.field("orderId", order.id);
    visit.field("provider", order.provider);
}

// The price of the first type of each grade, which a guest pays who chooses none.
struct GradePrices {
    std::vector<std::int64_t> first;
};
void fields(codec::ObjectReader& visit, GradePrices& prices) {
    visit.each("grades", [&](codec::ObjectReader& grade) {
        std::vector<std::int64_t> types;
        grade.each("types", [&](codec::ObjectReader& type) {
            types.push_back(type.get<std::int64_t>("price").value_or(0));
        });
        if (!types.empty()) prices.first.push_back(types.front());
    });
}

Outcome outcome_of(int status) {
    constexpr int kTooMany = 429;
    if (status == 0 || status == kTooMany || status >= 500) return Outcome::kTryLater;
    return status < 400 ? Outcome::kDone : Outcome::kRefused;
}

void read_place(codec::ObjectReader&& body, Answer& answer) {
    const std::string status = body.get<std::string>("status").value_or("");
    const bool waits = status == "waiting" || status == "lobby" || status == "paused";
    answer.standing = body.get<bool>("canEnter").value_or(false) ? Standing::kInside
                      : waits                                    ? Standing::kWaiting
                                                                 : Standing::kOver;
    // Minimum pause, also if the site asks for none.
    constexpr std::int64_t kLeastMs = 500;
    answer.ask_again =
        Duration{std::max(kLeastMs, body.get<std::int64_t>("nextPollMs").value_or(0))};
}

void read_map(codec::ObjectReader&& body, Answer& answer) {
    const SeatCounts counts = body.get<SeatCounts>("counts").value_or(SeatCounts{});
    answer.hall_seats =
        static_cast<std::uint32_t>(counts.free + counts.held + counts.sold + counts.blocked);
    answer.seats_sold = static_cast<std::uint32_t>(counts.sold);
}

void read_order(codec::ObjectReader&& body, Answer& answer) {
    BegunOrder order = body.get<BegunOrder>("order").value_or(BegunOrder{});
    answer.order = std::move(order.id);
    answer.address = path_of(body.get<std::string>("payUrl").value_or(""));
    const bool demo_pay = order.provider == kDemoPay && answer.address.starts_with(kDemoPayPage);
    if (!demo_pay) answer.outcome = Outcome::kNotDemo;
}

struct SeenEvent {
    bool demo = false;
    Programme programme;
};
void fields(codec::ObjectReader& visit, SeenEvent& event) {
    Programme& programme = event.programme;
    visit.field("demo", event.demo);
    visit.each("performances", [&](codec::ObjectReader& performance) {
        if (std::string id = performance.get<std::string>("id").value_or(""); !id.empty())
            programme.performances.push_back(std::move(id));
    });
    programme.prices = visit.get<GradePrices>("prices").value_or(GradePrices{}).first;
    std::ranges::sort(programme.prices);
    const auto same = std::ranges::unique(programme.prices);
    programme.prices.erase(same.begin(), same.end());
    if (!programme.prices.empty()) programme.prices.erase(programme.prices.begin());
}

}  // namespace

std::string path_of(std::string_view address) {
    const auto scheme = address.find("://");
    if (scheme == address.npos) return std::string{address};
    const auto slash = address.find('/', scheme + 3);
    return slash == address.npos ? "/" : std::string{address.substr(slash)};
}

SiteCall call_of(const Errand& errand, const std::string& event) {
    switch (errand.act) {
        case Act::kMeet:
            return post("/api/visitor", {});
        case Act::kEnter:
            return post("/api/queue/enter", {{"eventId", event}});
        case Act::kAsk:
            return get("/api/queue/status?eventId=" + event);
        case Act::kLook:
            return get("/api/booking/seats?eventId=" + event +
                       "&performanceId=" + errand.performance);
        case Act::kTake:
            return take_call(errand, event);
        case Act::kGiveBack:
            return post("/api/booking/seats/release", at_performance(errand, event));
        case Act::kOrder:
            return order_call(errand, event);
        case Act::kPay:
            return {.post = true,
                    .target = errand.address,
                    .content_type = "application/x-www-form-urlencoded",
                    .body = std::string{button_form(errand.button)}};
        case Act::kComeBack:
            return get(errand.address);
        case Act::kCancel:
            return post("/api/payment/cancel", {{"orderId", errand.order}});
        case Act::kLeave:
            return post("/api/queue/leave", {{"eventId", event}});
        case Act::kAskRefund:
            return get("/api/payment/refund-preview?orderId=" + errand.order);
        case Act::kRefund:
            return post("/api/payment/cancel", {{"orderId", errand.order},
                                                {"amount", errand.amount},
                                                {"currency", errand.currency}});
    }
    return {};
}

Answer answer_of(Act act, const SiteReply& reply) {
    Answer answer{.outcome = outcome_of(reply.status), .ask_again = reply.retry_after};
    if (answer.outcome != Outcome::kDone) return answer;
    switch (act) {
        case Act::kEnter:
        case Act::kAsk:
            read_place(Body{reply.body}.reader, answer);
            break;
        case Act::kLook:
            read_map(Body{reply.body}.reader, answer);
            break;
        case Act::kOrder:
            read_order(Body{reply.body}.reader, answer);
            break;
        case Act::kPay:
            answer.address = path_of(reply.location);
            if (!answer.address.starts_with('/')) answer.outcome = Outcome::kRefused;
            break;
        case Act::kAskRefund: {
            Body body{reply.body};
            body.reader.field("amount", answer.amount);
            body.reader.field("currency", answer.currency);
            break;
        }
        case Act::kMeet:
        case Act::kTake:
        case Act::kGiveBack:
        case Act::kComeBack:
        case Act::kCancel:
        case Act::kLeave:
        case Act::kRefund:
            break;
    }
    return answer;
}

SiteCall inspection_call(const std::string& event) {
    return get("/api/events/" + event);
}

Inspection inspect(const SiteReply& reply) {
    using Verdict = Inspection::Verdict;
    const Outcome outcome = outcome_of(reply.status);
    if (outcome == Outcome::kTryLater) return {Verdict::kNoAnswer, {}};
    SeenEvent event = Body{reply.body}.reader.get<SeenEvent>("event").value_or(SeenEvent{});
    Inspection seen{Verdict::kDemo, std::move(event.programme)};
    const bool found = outcome == Outcome::kDone;
    if (found && !event.demo)
        seen.verdict = Verdict::kNotDemo;
    else if (!found || seen.programme.performances.empty())
        seen.verdict = Verdict::kNothingToSee;
    return seen;
}

}  // namespace onsale::crowd
