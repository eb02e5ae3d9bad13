#include "payment/domain/fact_bytes.hpp"

#include <utility>

#include "base/tagged_variant.hpp"
#include "payment/domain/field_bytes.hpp"

namespace onsale::payment {
namespace {

void fields(auto& at, Is<fact::TermsSet> auto& fact) {
    at(fact.event, fact.terms);
}
void fields(auto& at, Is<fact::OrderOpened> auto& fact) {
    at(fact.event, fact.performance, fact.guest, fact.code);
}
void fields(auto& at, Is<fact::PaymentRequested> auto& fact) {
    at(fact.number, fact.terms, fact.hold_until, fact.pay_by, fact.quote, fact.attempt);
}
void fields(auto& at, Is<fact::ConfirmSent> auto& fact) {
    at(fact.attempt, fact.payment_key, fact.answer_by);
}
void fields(auto& at, Is<fact::PaymentDeclined> auto& fact) {
    at(fact.reason, fact.held_until);
}
void fields(auto& at, Is<fact::OutcomeLost> auto& fact) {
    at(fact.ask_at);
}
void fields(auto& at, Is<fact::InquiryScheduled> auto& fact) {
    at(fact.attempt, fact.ask_at);
}
void fields(auto& at, Is<fact::InquirySent> auto& fact) {
    at(fact.attempt, fact.next_at);
}
void fields(auto& at, Is<fact::InquiryClosed> auto& fact) {
    at(fact.attempt);
}
void fields(auto& at, Is<fact::Charged> auto& fact) {
    at(fact.attempt, fact.payment_key, fact.amount);
}
void fields(auto& at, Is<fact::OrderPaid> auto& fact) {
    at(fact.charge);
}
void fields(auto& at, Is<fact::OrderEnded> auto& fact) {
    at(fact.reason);
}
void fields(auto& at, Is<fact::RefundRequested> auto& fact) {
    at(fact.charge, fact.why, fact.quote);
}
void fields(auto& at, Is<fact::RefundSent> auto& fact) {
    at(fact.refund, fact.answer_by);
}
void fields(auto& at, Is<fact::RefundDone> auto& fact) {
    at(fact.refund);
}
void fields(auto& at, Is<fact::RefundFailed> auto& fact) {
    at(fact.refund);
}
void fields(auto& at, Is<fact::RefundUnknown> auto& fact) {
    at(fact.refund, fact.retry_at);
}
void fields(auto& at, Is<fact::RefundDelayed> auto& fact) {
    at(fact.refund, fact.retry_at, fact.fresh);
}

void fields(auto& at, Is<fact::CallKept> auto& fact) {
    at(fact.call);
}
void fields(auto& at, Is<fact::TakeBackSent> auto& fact) {
    at(fact.attempt, fact.answer_by);
}
void fields(auto& at, Is<fact::GuestReturned> auto& fact) {
    at(fact.attempt, fact.payment_key, fact.approval, fact.again_at);
}
void fields(auto& at, Is<fact::HeldLonger> auto& fact) {
    at(fact.held_until);
}

}  // namespace

void save(ByteWriter& out, const Fact& fact) {
    out.fixed(tag_of(fact.body));
    Put put{out};
    put(fact.order, fact.by);
    std::visit([&](const auto& body) { fields(put, body); }, fact.body);
}

std::optional<Fact> load_fact(ByteReader& in) {
    const auto tag = in.fixed<std::uint8_t>();
    Fact fact;
    Get get{in};
    get(fact.order, fact.by);
    auto body = make_tagged<FactBody>(tag, [&](auto& one) { fields(get, one); });
    if (!body || !in.ok()) return std::nullopt;
    fact.body = std::move(*body);
    return fact;
}

}  // namespace onsale::payment
