#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "payment/domain/terms.hpp"

namespace onsale::payment {

// A member of a JSON object: required, or optional with a default.
struct Member {
    std::string_view name;
    bool required;
};
constexpr Member must(std::string_view name) {
    return {name, true};
}
constexpr Member may(std::string_view name) {
    return {name, false};
}

// Both ends are inclusive.
template <class Value>
struct Range {
    Value min;
    Value max;
};

// Limits that the domain does not have. They keep the terms of an event small and detect typing
// errors.
constexpr std::int64_t kDaysMax = 3'650;
constexpr Duration kFreeWithinMax = std::chrono::days{365};
constexpr Duration kPayDurationMax = std::chrono::days{1};
// The same limits as the domain has for PayRules.
constexpr std::int64_t kAttemptsLimit = 10;
constexpr Duration kDeclineGraceMin = std::chrono::minutes{3};

constexpr Range<std::int64_t> kAmounts = {0, kAmountMax};
constexpr Range<std::int64_t> kDays = {0, kDaysMax};
constexpr Range<std::int64_t> kPermille = {0, 1'000};

// The wire names of all fields, shared by reading and writing so that the two cannot differ.
template <class Record, class Wanted>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Wanted>;

void fields(auto& visit, RecordOf<PriceType> auto& type) {
    visit.text(must("name"), type.name);
    visit.number(must("amount"), type.amount, kAmounts);
}

void fields(auto& visit, RecordOf<GradePrices> auto& grade) {
    visit.text(must("grade"), grade.grade);
    visit.rows(must("types"), grade.types, kPriceTypesMax);
}

void fields(auto& visit, RecordOf<Fee> auto& fee) {
    visit.text(must("name"), fee.name);
    visit.word(must("per"), fee.per);
    visit.number(must("amount"), fee.amount, kAmounts);
}

void fields(auto& visit, RecordOf<PriceList> auto& prices) {
    visit.currency(must("currency"), prices.currency);
    visit.rows(must("grades"), prices.grades, kGradesMax);
    visit.rows(may("fees"), prices.fees, kFeesMax);
}

void fields(auto& visit, RecordOf<RefundRow> auto& row) {
    visit.number(must("daysBefore"), row.days_before, kDays);
    visit.number(must("keepPermille"), row.permille, kPermille);
    visit.number(may("atMost"), row.at_most, kAmounts);
}

void fields(auto& visit, RecordOf<RefundPolicy> auto& policy) {
    visit.rows(must("rows"), policy.rows, kRefundRowsMax);
    visit.duration(must("freeWithin"), policy.free_within, {Duration{0}, kFreeWithinMax});
    visit.number(must("freeUntilDays"), policy.free_until_days, kDays);
}

void fields(auto& visit, RecordOf<PayRules> auto& rules) {
    constexpr Duration kShortest{1};
    visit.number(may("attemptsMax"), rules.attempts_max, {1, kAttemptsLimit});
    visit.duration(may("payingCap"), rules.paying_cap, {kShortest, kPayDurationMax});
    visit.duration(may("declineGrace"), rules.decline_grace, {kDeclineGraceMin, kPayDurationMax});
    visit.duration(may("answerWithin"), rules.answer_within, {kShortest, kPayDurationMax});
}

// Refunds have no default: a forgotten table must not mean that nothing is refunded.
void fields(auto& visit, RecordOf<Terms> auto& terms) {
    visit.record(must("prices"), terms.prices);
    visit.record(must("refunds"), terms.refunds);
    visit.record(may("rules"), terms.rules);
}

}  // namespace onsale::payment
