#include "adapter/http/operator/line/guest_story_text.hpp"

#include <map>
#include <utility>

#include "base/overloaded.hpp"
#include "operate/domain/message_codes.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

namespace line_fact = waiting_room::fact;
namespace seat_fact = seat::fact;
namespace order_fact = payment::fact;
using waiting_room::Number;

using operate::StoryCode;

class Teller {
  public:
    Teller(const LoopContext& context, waiting_room::EventId event)
        : context_(context), event_(event) {}

    void tell(const sale::StoryFact& told) {
        at_ = told.at;
        std::visit(Overloaded{
                       [&](const waiting_room::Fact& fact) { line(fact.body, told.number); },
                       [&](const sale::fact::HallChanged& fact) { hall(fact); },
                       [&](const payment::Fact& fact) { order(fact); },
                       [&](const sale::fact::BookingMade& fact) {
                           add("booked",
                               {{"order", codes_[fact.order]}, {"booking", to_text(fact.number)}});
                       },
                       [](const auto&) {},
                   },
                   told.fact);
    }
    std::vector<StoryLine> take() { return std::move(lines_); }

  private:
    void add(StoryCode code, operate::MessageValues values = {}) {
        lines_.push_back({at_, operate::story_message(code, std::move(values))});
    }

    void line(const waiting_room::FactBody& body, Number number) {
        std::visit(
            Overloaded{
                [&](const line_fact::Joined&) { add("entered", {{"number", number.value}}); },
                [&](const line_fact::PlaceRestored&) {
                    add("place_restored", {{"number", number.value}});
                },
                [&](const line_fact::LobbyDrawn&) { drawn(number); },
                [&](const line_fact::WentAway&) { add("went_away"); },
                [&](const line_fact::CameBack&) { add("came_back"); },
                [&](const line_fact::Left&) { add("left"); },
                [&](const line_fact::Admitted&) { add("let_in"); },
                [&](const line_fact::Claimed&) { add("came_in"); },
                [&](const line_fact::AdmissionExtended&) { add("more_time"); },
                [&](const line_fact::ClaimMissed&) { add("did_not_come"); },
                [&](const line_fact::PlaceMoved&) { add("moved"); },
                [&](const line_fact::PlaceEnded& ended) { add(code_of(ended.reason)); },
                [&](const line_fact::GuestBarred&) { add("barred"); },
                [&](const line_fact::GuestsBarred&) { add("barred"); },
                [&](const line_fact::GuestsUnbarred&) { add("unbarred"); },
                [](const auto&) {},
            },
            body);
    }
    // Only the view knows which place the draw gave to a number.
    void drawn(Number number) {
        const waiting_room::LineView* const view = context_.view.find(event_);
        if (view == nullptr) return;
        add("drawn", {{"number", number.value}, {"place", view->book().place_of(number).value}});
    }
    static StoryCode code_of(waiting_room::EndReason reason) {
        using waiting_room::EndReason;
        switch (reason) {
            case EndReason::kLeft:
                return "place_ended_left";
            case EndReason::kSilent:
                return "place_ended_silent";
            case EndReason::kAdmissionEnded:
                return "admission_ended";
            case EndReason::kCompleted:
                return "admission_completed";
            case EndReason::kRevoked:
                return "place_revoked";
        }
        return "admission_ended";
    }

    void hall(const sale::fact::HallChanged& fact) {
        const sale::HallView* const view = context_.sale.find(fact.hall);
        if (view == nullptr) return;
        const auto say_seats = [&](StoryCode code, const seat::Seats& seats) {
            if (seats.empty()) return;
            std::string names;
            for (const seat::SeatIndex seat : seats)
                names += (names.empty() ? "" : ", ") + std::string{view->seating().id(seat)};
            add(code, {{"seats", names}, {"performance", view->performance()}});
        };
        std::visit(
            Overloaded{
                [&](const seat_fact::SeatsHeld& held) {
                    say_seats("seats_dropped", held.dropped);
                    say_seats("seats_taken", held.taken);
                },
                [&](const seat_fact::HoldEnded& ended) {
                    say_seats(code_of(ended.reason), ended.seats);
                },
                [&](const seat_fact::SeatsSold& sold) { say_seats("seats_sold", sold.seats); },
                [&](const seat_fact::SeatsRefunded& refunded) {
                    say_seats("seats_refunded", refunded.seats);
                },
                [](const auto&) {},
            },
            fact.change);
    }
    static StoryCode code_of(seat::HoldEnd reason) {
        switch (reason) {
            case seat::HoldEnd::kReleased:
                return "seats_dropped";
            case seat::HoldEnd::kExpired:
                return "seats_expired";
            case seat::HoldEnd::kPaymentAbandoned:
                return "seats_abandoned";
        }
        return "seats_dropped";
    }

    void order(const payment::Fact& fact) {
        if (const auto* const opened = std::get_if<order_fact::OrderOpened>(&fact.body))
            codes_[fact.order] = to_text(opened->code);
        const std::string& order = codes_[fact.order];
        const auto say_money = [&](StoryCode code, const payment::Money& money,
                                   operate::MessageValues values) {
            values.push_back({"order", order});
            values.push_back({"amount", money.amount});
            values.push_back({"currency", money.currency.text()});
            add(code, std::move(values));
        };
        std::visit(
            Overloaded{
                [&](const order_fact::OrderOpened&) { add("order_opened", {{"order", order}}); },
                [&](const order_fact::PaymentRequested& asked) {
                    say_money("payment_requested", asked.attempt.total,
                              {{"attempt", asked.number},
                               {"provider", payment::provider_word(context_.providers,
                                                                   asked.attempt.provider)}});
                },
                [&](const order_fact::ConfirmSent& sent) {
                    add("payment_confirmed", {{"order", order}, {"attempt", sent.attempt}});
                },
                [&](const order_fact::PaymentDeclined& declined) {
                    add("payment_declined",
                        {{"order", order}, {"reason", to_word(declined.reason)}});
                },
                [&](const order_fact::OutcomeLost&) { add("payment_unknown", {{"order", order}}); },
                [&](const order_fact::Charged& charged) {
                    say_money("charged", charged.amount, {});
                },
                [&](const order_fact::OrderPaid&) { add("order_paid", {{"order", order}}); },
                [&](const order_fact::OrderEnded& ended) {
                    add("order_ended", {{"order", order}, {"reason", to_word(ended.reason)}});
                },
                [&](const order_fact::RefundRequested& asked) {
                    say_money("refund_requested", asked.quote.amount,
                              {{"reason", to_word(asked.why)}});
                },
                [&](const order_fact::RefundDone&) { add("refund_done", {{"order", order}}); },
                [&](const order_fact::RefundFailed&) { add("refund_failed", {{"order", order}}); },
                [&](const order_fact::RefundUnknown&) {
                    add("refund_unknown", {{"order", order}});
                },
                [](const auto&) {},
            },
            fact.body);
    }

    const LoopContext& context_;
    waiting_room::EventId event_;
    Instant at_{};
    std::map<payment::OrderId, std::string> codes_;
    std::vector<StoryLine> lines_;
};

}  // namespace

std::vector<StoryLine> story_lines(const LoopContext& context, waiting_room::EventId event,
                                   const std::vector<sale::StoryFact>& facts) {
    Teller teller{context, event};
    for (const sale::StoryFact& fact : facts)
        teller.tell(fact);
    return teller.take();
}

}  // namespace onsale::http
