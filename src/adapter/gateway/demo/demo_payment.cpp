#include "adapter/gateway/demo/demo_payment.hpp"

#include <algorithm>
#include <array>

namespace onsale::gateway {
namespace {

constexpr std::array<std::string_view, 8> kScripts = {
    "approve",           "decline",      "slow",          "lose-answer",
    "duplicate-webhook", "late-webhook", "webhook-first", "charge-at-page"};
constexpr std::array<std::string_view, 4> kRefundScripts = {"approve", "refuse", "lose-answer",
                                                            "unreachable"};
constexpr std::array<std::string_view, 7> kStatuses = {"ready",   "authorised", "done", "declined",
                                                       "expired", "voided",     "left"};

template <class Enum>
void write_enum(ByteWriter& out, Enum value) {
    out.fixed(static_cast<std::uint8_t>(value));
}

// A record is validated as a whole: `good` becomes false on the first invalid value.
template <class Enum>
Enum read_enum(ByteReader& in, Enum last, bool& good) {
    const auto value = in.fixed<std::uint8_t>();
    good = good && value <= static_cast<std::uint8_t>(last);
    return static_cast<Enum>(value);
}

Instant read_instant(ByteReader& in) {
    return instant_from_ms(in.zigzag());
}

payment::Money read_money(ByteReader& in, bool& good) {
    payment::Money money{in.zigzag()};
    const auto currency = payment::parse_currency(in.view(money.currency.code.size()));
    good = good && currency;
    return {money.amount, currency.value_or(payment::kWon)};
}

void write_payment(ByteWriter& out, const DemoPayment& payment) {
    out.text(payment.payment_key);
    out.text(payment.reference);
    out.text(payment.merchant);
    out.zigzag(payment.amount.amount);
    out.bytes(payment.amount.currency.code.data(), payment.amount.currency.code.size());
    out.zigzag(payment.balance);
    write_enum(out, payment.status);
    out.text(payment.title);
    out.text(payment.return_url);
    out.zigzag(to_ms(payment.valid_until));
}

DemoPayment read_payment(ByteReader& in, bool& good) {
    DemoPayment payment;
    payment.payment_key = in.text();
    payment.reference = in.text();
    payment.merchant = in.text();
    payment.amount = read_money(in, good);
    payment.balance = in.zigzag();
    payment.status = read_enum(in, DemoStatus::kLeft, good);
    payment.title = in.text();
    payment.return_url = in.text();
    payment.valid_until = read_instant(in);
    return payment;
}

}  // namespace

std::optional<DemoScript> parse_demo_script(std::string_view text) {
    const auto found = std::ranges::find(kScripts, text);
    if (found == kScripts.end()) return std::nullopt;
    return static_cast<DemoScript>(found - kScripts.begin());
}

std::optional<DemoRefundScript> parse_demo_refund_script(std::string_view text) {
    const auto found = std::ranges::find(kRefundScripts, text);
    if (found == kRefundScripts.end()) return std::nullopt;
    return static_cast<DemoRefundScript>(found - kRefundScripts.begin());
}

std::string_view to_text(DemoStatus status) {
    return kStatuses[static_cast<std::size_t>(status)];
}

std::string to_bytes(const DemoRecord& record) {
    std::string bytes;
    ByteWriter out{bytes};
    write_payment(out, record.payment);
    write_enum(out, record.script);
    write_enum(out, record.refund_script);
    out.varint(record.given_back.size());
    for (const auto& [key, amount] : record.given_back) {
        out.text(key);
        out.zigzag(amount);
    }
    out.varint(record.charges);
    out.fixed(static_cast<std::uint8_t>(record.announced ? 1 : 0));
    if (record.announced) {
        write_enum(out, record.announced->status);
        out.zigzag(to_ms(record.announced->at));
        out.fixed(record.announced->tries);
    }
    return bytes;
}

std::optional<DemoRecord> read_demo_record(std::string_view bytes) {
    ByteReader in{bytes};
    bool good = true;
    DemoRecord record;
    record.payment = read_payment(in, good);
    record.script = read_enum(in, DemoScript::kChargeAtPage, good);
    record.refund_script = read_enum(in, DemoRefundScript::kUnreachable, good);
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        std::string key = in.text();
        record.given_back.push_back({std::move(key), in.zigzag()});
    }
    record.charges = static_cast<std::uint32_t>(in.varint());
    if (in.fixed<std::uint8_t>() != 0) {
        DemoRecord::Announced announced;
        announced.status = read_enum(in, DemoStatus::kLeft, good);
        announced.at = read_instant(in);
        announced.tries = in.fixed<std::uint8_t>();
        record.announced = announced;
    }
    if (!good || !in.ok() || !in.at_end() || record.payment.reference.empty()) return std::nullopt;
    return record;
}

}  // namespace onsale::gateway
