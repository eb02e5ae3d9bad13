#include "crowd/codec/site_call.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

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

// Missing fields and fields of a wrong type read as empty values; the guest then only counts as
// refused.
struct Fields {
    explicit Fields(std::string_view text) {
        boost::system::error_code error;
        value = json::parse({text.data(), text.size()}, error);
        if (error) value = nullptr;
    }
    explicit Fields(const json::value* found) {
        if (found != nullptr) value = *found;
    }

    const json::value* find(std::string_view name) const {
        return value.is_object() ? value.get_object().if_contains({name.data(), name.size()})
                                 : nullptr;
    }
    Fields at(std::string_view name) const { return Fields{find(name)}; }
    std::string text(std::string_view name) const {
        const json::value* const found = find(name);
        return found != nullptr && found->is_string() ? std::string{found->get_string()} : "";
    }
    std::int64_t number(std::string_view name) const {
        const json::value* const found = find(name);
        return found != nullptr && found->is_int64() ? found->get_int64() : 0;
    }
    bool yes(std::string_view name) const {
        const json::value* const found = find(name);
        return found != nullptr && found->is_bool() && found->get_bool();
    }
    std::vector<Fields> list(std::string_view name) const {
        std::vector<Fields> all;
        const json::value* const found = find(name);
        if (found == nullptr || !found->is_array()) return all;
        for (const json::value& one : found->get_array())
            all.emplace_back(&one);
        return all;
    }

    json::value value;
};

Outcome outcome_of(int status) {
    constexpr int kTooMany = 429;
    if (status == 0 || status == kTooMany || status >= 500) return Outcome::kTryLater;
    return status < 400 ? Outcome::kDone : Outcome::kRefused;
}

void read_place(const Fields& fields, Answer& answer) {
    const std::string status = fields.text("status");
    const bool waits = status == "waiting" || status == "lobby" || status == "paused";
    answer.standing = fields.yes("canEnter") ? Standing::kInside
                      : waits                ? Standing::kWaiting
                                             : Standing::kOver;
    // Minimum pause, also if the site asks for none.
    constexpr std::int64_t kLeastMs = 500;
    answer.ask_again = Duration{std::max(kLeastMs, fields.number("nextPollMs"))};
}

void read_map(const Fields& fields, Answer& answer) {
    const Fields counts = fields.at("counts");
    std::int64_t all = 0;
    for (const std::string_view kind : {"free", "held", "sold", "blocked"})
        all += counts.number(kind);
    answer.hall_seats = static_cast<std::uint32_t>(all);
    answer.seats_sold = static_cast<std::uint32_t>(counts.number("sold"));
}

void read_order(const Fields& fields, Answer& answer) {
    answer.order = fields.at("order").text("orderId");
    answer.address = path_of(fields.text("payUrl"));
    const bool demo_pay =
        fields.at("order").text("provider") == kDemoPay && answer.address.starts_with(kDemoPayPage);
    if (!demo_pay) answer.outcome = Outcome::kNotDemo;
}

Programme programme_of(const Fields& event) {
    Programme programme;
    for (const Fields& performance : event.list("performances"))
        if (std::string id = performance.text("id"); !id.empty())
            programme.performances.push_back(std::move(id));
    // A guest who chooses no price type pays the first one.
    for (const Fields& grade : event.at("prices").list("grades"))
        if (const auto types = grade.list("types"); !types.empty())
            programme.prices.push_back(types.front().number("price"));
    std::ranges::sort(programme.prices);
    const auto same = std::ranges::unique(programme.prices);
    programme.prices.erase(same.begin(), same.end());
    if (!programme.prices.empty()) programme.prices.erase(programme.prices.begin());
    return programme;
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
            read_place(Fields{reply.body}, answer);
            break;
        case Act::kLook:
            read_map(Fields{reply.body}, answer);
            break;
        case Act::kOrder:
            read_order(Fields{reply.body}, answer);
            break;
        case Act::kPay:
            answer.address = path_of(reply.location);
            if (!answer.address.starts_with('/')) answer.outcome = Outcome::kRefused;
            break;
        case Act::kAskRefund: {
            const Fields fields{reply.body};
            answer.amount = fields.number("amount");
            answer.currency = fields.text("currency");
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
    const Fields event = Fields{reply.body}.at("event");
    Inspection seen{Verdict::kDemo, programme_of(event)};
    const bool found = outcome == Outcome::kDone;
    if (found && !event.yes("demo"))
        seen.verdict = Verdict::kNotDemo;
    else if (!found || seen.programme.performances.empty())
        seen.verdict = Verdict::kNothingToSee;
    return seen;
}

}  // namespace onsale::crowd
