// How long a browser keeps the entry cookie, and which answers renew it.
#include "adapter/http/guest/context/entry_cookie.hpp"

#include "adapter/http/guest/pay/test_payment_site.hpp"

namespace onsale::http {
namespace {

using namespace testing;
using waiting_room::EventId;
using waiting_room::Keep;
using waiting_room::Number;
namespace fact = waiting_room::fact;

// The longest time to pay that an event can set, in seconds.
constexpr long kLongestPayment = 24 * 60 * 60;

class EntryCookieTest : public ShopTest {
  protected:
    EntryCookieTest() {
        number_ = {token::open_queue_token(*context_.keys, mine_.queue)->token.number};
        cookies_ = mine_.cookie + "; onsale_q_demo=" + mine_.queue;
        both_.push_back({"Cookie", cookies_});
    }
    void publish(waiting_room::FactBody fact) { room_.publish(EventId{1}, {std::move(fact)}); }
    // The guest is at the provider's page, and the deadline of the admission has passed.
    void pay_beyond_the_deadline() {
        publish(fact::AdmissionKept{number_, Keep::kByPayment});
        publish(fact::AdmissionDeadlineSet{number_, kTestStart - 5min});
    }
    long admission_lasts() const {
        const auto& rules = context_.view.find(EventId{1})->settings().rules;
        return std::chrono::duration_cast<std::chrono::seconds>(rules.admission_ttl).count();
    }
    Answered poll() { return call(Method::kGet, "/api/queue/status?eventId=demo", both_); }
    // The Set-Cookie line of the entry cookie; empty if the answer does not set it.
    static std::string cookie_in(const Answered& answer) {
        const std::size_t at = answer.headers.find("Set-Cookie: onsale_e_demo=");
        if (at == std::string::npos) return "";
        return answer.headers.substr(at, answer.headers.find("\r\n", at) - at);
    }
    static long max_age_in(const Answered& answer) {
        const std::string line = cookie_in(answer);
        const std::size_t at = line.find("Max-Age=");
        return at == std::string::npos ? -1 : std::stol(line.substr(at + 8));
    }
    static std::string token_in(const Answered& answer) {
        const std::string line = cookie_in(answer);
        const std::size_t at = line.find('=') + 1;
        return line.substr(at, line.find(';') - at);
    }

    Number number_;
    std::string cookies_;  // The visitor and the place. Headers refer to it.
    std::vector<Header> both_;
};

TEST_F(EntryCookieTest, EndsWithTheAdmission) {
    EXPECT_EQ(max_age_in(poll()), admission_lasts());
    publish(fact::AdmissionDeadlineSet{number_, kTestStart + 5s});
    EXPECT_EQ(max_age_in(poll()), 5);
}

TEST_F(EntryCookieTest, LivesLongerWhileTheGuestHoldsSeats) {
    publish(fact::AdmissionKept{number_, Keep::kBySeats});
    EXPECT_EQ(max_age_in(poll()), admission_lasts() + kLongestPayment);
    publish(fact::AdmissionKept{number_, Keep::kNot});
    EXPECT_EQ(max_age_in(poll()), admission_lasts());
}

// The deadline has passed, and the fact that ends the admission has not arrived yet.
TEST_F(EntryCookieTest, APollAfterTheDeadlineDoesNotDeleteIt) {
    publish(fact::AdmissionDeadlineSet{number_, kTestStart - 1s});
    const Answered answer = poll();
    EXPECT_EQ(answer.text("status"), "admitted");
    EXPECT_EQ(max_age_in(answer), 1);
}

TEST_F(EntryCookieTest, IsSetAgainWhenAPaymentIsRequested) {
    auto headers = admitted_headers_of(mine_);
    headers.front() = both_.front();
    publish(fact::AdmissionKept{number_, Keep::kByPayment});
    const Answered answer = call(Method::kPost, "/api/payment/request", headers,
                                 R"({"eventId":"demo","performanceId":"p1"})");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(max_age_in(answer), admission_lasts() + kLongestPayment) << answer.headers;
}

TEST_F(EntryCookieTest, APollDuringAPaymentNeverDeletesIt) {
    pay_beyond_the_deadline();
    const Answered answer = poll();
    EXPECT_EQ(answer.text("status"), "admitted");
    EXPECT_GE(max_age_in(answer), kLongestPayment) << answer.headers;
}

TEST_F(EntryCookieTest, APollWhileDeadlinesAreFrozenKeepsItAsLong) {
    publish(fact::AdmissionDeadlineSet{number_, kTestStart + 1s});
    publish(fact::DeadlinesFrozen{true});
    EXPECT_GE(max_age_in(poll()), kLongestPayment);
}

TEST_F(EntryCookieTest, TheOrderAndItsPageRenewItWhileTheGuestPays) {
    const std::string order = order_of(mine_);
    pay_beyond_the_deadline();
    for (const std::string& path : {"/api/orders/" + order, "/en/payment/" + order + "?plain=1"}) {
        const Answered answer = call(Method::kGet, path, both_);
        ASSERT_EQ(answer.status, 200) << path;
        EXPECT_GE(max_age_in(answer), kLongestPayment) << path;
        Browser again = mine_;
        again.entry = token_in(answer);
        EXPECT_EQ(ask_to_pay(again).status, 200) << path;
    }
}

TEST_F(EntryCookieTest, TheOrderGivesNoneWithoutThePlaceOrItsAdmission) {
    const std::string order = order_of(mine_);
    EXPECT_EQ(cookie_in(get("/api/orders/" + order, mine_)), "") << "the place was not shown";
    const Browser elsewhere = enter("real");
    const std::string cookies = mine_.cookie + "; onsale_q_real=" + elsewhere.queue;
    EXPECT_EQ(cookie_in(call(Method::kGet, "/api/orders/" + order, {{"Cookie", cookies}})), "");
    publish(fact::PlaceEnded{number_, waiting_room::EndReason::kRevoked});
    const Answered over = call(Method::kGet, "/api/orders/" + order, both_);
    EXPECT_EQ(over.status, 200);
    EXPECT_EQ(cookie_in(over), "");
}

TEST_F(EntryCookieTest, TheOrderOfSomebodyElseGivesNone) {
    const std::string order = order_of(other_);
    const Answered refused = call(Method::kGet, "/api/orders/" + order, both_);
    EXPECT_EQ(refused.status, 404);
    EXPECT_EQ(cookie_in(refused), "");
}

}  // namespace
}  // namespace onsale::http
