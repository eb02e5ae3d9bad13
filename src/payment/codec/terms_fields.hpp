#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "codec/object_reader.hpp"
#include "payment/domain/terms.hpp"
#include "payment/domain/words.hpp"

namespace onsale::payment {

// Limits that the domain does not have. They keep the terms of an event small and detect typing
// errors.
constexpr std::int64_t kDaysMax = 3'650;
constexpr Duration kFreeWithinMax = std::chrono::days{365};
constexpr Duration kPayDurationMax = std::chrono::days{1};
// These limits equal those of PayRules in the domain.
constexpr std::int64_t kAttemptsLimit = 10;
constexpr Duration kDeclineGraceMin = std::chrono::minutes{3};

constexpr codec::NumberRange kAmounts = {0, kAmountMax};
constexpr codec::NumberRange kDays = {0, kDaysMax};
constexpr codec::NumberRange kPermille = {0, 1'000};
constexpr codec::Line kNameText = {200};
constexpr codec::TextForm<Currency> kCurrencyForm = {
    parse_currency, [](const Currency& currency) { return std::string{currency.text()}; },
    "must be three capital letters, like \"KRW\""};

// The wire names of all fields, shared by reading and writing so that the two cannot differ.
template <class Record, class Wanted>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Wanted>;

void fields(auto& visit, RecordOf<PriceType> auto& type) {
    visit.required("name", type.name, kNameText);
    visit.required("amount", type.amount, kAmounts);
}

void fields(auto& visit, RecordOf<GradePrices> auto& grade) {
    visit.required("grade", grade.grade, kNameText);
    visit.required("types", grade.types, codec::AtMost{kPriceTypesMax});
}

void fields(auto& visit, RecordOf<Fee> auto& fee) {
    visit.required("name", fee.name, kNameText);
    visit.required("per", fee.per);
    visit.required("amount", fee.amount, kAmounts);
}

void fields(auto& visit, RecordOf<PriceList> auto& prices) {
    visit.required("currency", prices.currency, kCurrencyForm);
    visit.required("grades", prices.grades, codec::AtMost{kGradesMax});
    visit.field("fees", prices.fees, codec::AtMost{kFeesMax});
}

void fields(auto& visit, RecordOf<RefundRow> auto& row) {
    visit.required("daysBefore", row.days_before, kDays);
    visit.required("keepPermille", row.permille, kPermille);
    visit.field("atMost", row.at_most, kAmounts);
}

void fields(auto& visit, RecordOf<RefundPolicy> auto& policy) {
    visit.required("rows", policy.rows, codec::AtMost{kRefundRowsMax});
    visit.required("freeWithin", policy.free_within,
                   codec::DurationRange{Duration{0}, kFreeWithinMax});
    visit.required("freeUntilDays", policy.free_until_days, kDays);
}

void fields(auto& visit, RecordOf<PayRules> auto& rules) {
    constexpr Duration kShortest{1};
    visit.field("attemptsMax", rules.attempts_max, codec::NumberRange{1, kAttemptsLimit});
    visit.field("payingCap", rules.paying_cap, codec::DurationRange{kShortest, kPayDurationMax});
    visit.field("declineGrace", rules.decline_grace,
                codec::DurationRange{kDeclineGraceMin, kPayDurationMax});
    visit.field("answerWithin", rules.answer_within,
                codec::DurationRange{kShortest, kPayDurationMax});
}

// Refunds have no default: a forgotten table must not mean that nothing is refunded.
void fields(auto& visit, RecordOf<Terms> auto& terms) {
    visit.required("prices", terms.prices);
    visit.required("refunds", terms.refunds);
    visit.field("rules", terms.rules);
}

}  // namespace onsale::payment
