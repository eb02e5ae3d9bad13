#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "payment/domain/fact.hpp"

namespace onsale::payment {

template <class Value, class Type>
concept Is = std::same_as<std::remove_const_t<Value>, Type>;

// Each type lists its fields once; Put and Get use the same list. A type that is already on disk
// gets new fields only by a new fact.
void fields(auto& at, Is<Money> auto& money) {
    at(money.amount, money.currency.code);
}
void fields(auto& at, Is<PriceType> auto& type) {
    at(type.name, type.amount);
}
void fields(auto& at, Is<GradePrices> auto& grade) {
    at(grade.grade, grade.types);
}
void fields(auto& at, Is<Fee> auto& fee) {
    at(fee.name, fee.per, fee.amount);
}
void fields(auto& at, Is<PriceList> auto& prices) {
    at(prices.currency.code, prices.grades, prices.fees);
}
void fields(auto& at, Is<RefundRow> auto& row) {
    at(row.days_before, row.permille, row.at_most);
}
void fields(auto& at, Is<RefundPolicy> auto& policy) {
    at(policy.rows, policy.free_within, policy.free_until_days);
}
void fields(auto& at, Is<PayRules> auto& rules) {
    at(rules.attempts_max, rules.paying_cap, rules.decline_grace, rules.answer_within);
}
void fields(auto& at, Is<Terms> auto& terms) {
    at(terms.prices, terms.refunds, terms.rules);
}
void fields(auto& at, Is<ChosenSeat> auto& seat) {
    at(seat.seat, seat.fence, seat.grade, seat.type);
}
void fields(auto& at, Is<QuoteLine> auto& line) {
    at(line.chosen, line.price, line.fees);
}
void fields(auto& at, Is<Quote> auto& quote) {
    at(quote.lines, quote.order_fees, quote.total);
}
void fields(auto& at, Is<Deduction> auto& deduction) {
    at(deduction.kind, deduction.seat, deduction.amount);
}
void fields(auto& at, Is<RefundQuote> auto& quote) {
    at(quote.seats, quote.deductions, quote.amount);
}
void fields(auto& at, Is<Actor> auto& actor) {
    at(actor.kind, actor.staff);
}
void fields(auto& at, Is<ProviderTraits> auto& traits) {
    at(traits.can_ask, traits.charges_at_page);
}
void fields(auto& at, Is<Attempt> auto& attempt) {
    at(attempt.provider, attempt.merchant, attempt.traits, attempt.total, attempt.payment_key);
}
void fields(auto& at, Is<KeptCall> auto& kept) {
    at(kept.kind, kept.call.key, kept.call.body, kept.refund);
}
void fields(auto& at, Is<GuestId> auto& guest) {
    at(guest.bytes);
}

class Put {
  public:
    explicit Put(ByteWriter& out) : out_(out) {}

    template <class... Values>
    void operator()(const Values&... values) {
        (one(values), ...);
    }

  private:
    void one(const std::string& value) { out_.text(value); }
    void one(bool value) { out_.varint(value ? 1 : 0); }
    void one(std::unsigned_integral auto value) { out_.varint(value); }
    void one(std::signed_integral auto value) { out_.zigzag(value); }
    void one(Duration value) { out_.zigzag(value.count()); }
    void one(Instant value) { out_.zigzag(to_ms(value)); }
    template <class Type>
        requires std::is_enum_v<Type>
    void one(Type value) {
        out_.fixed(static_cast<std::uint8_t>(value));
    }
    template <class Tag, class Rep>
    void one(const Id<Tag, Rep>& id) {
        out_.varint(id.value);
    }
    template <class Byte, std::size_t kSize>
    void one(const std::array<Byte, kSize>& bytes) {
        out_.bytes(bytes.data(), kSize);
    }
    template <class Item>
    void one(const std::optional<Item>& item) {
        out_.varint(item ? 1 : 0);
        if (item) one(*item);
    }
    template <class Item>
    void one(const std::vector<Item>& items) {
        out_.varint(items.size());
        for (const Item& item : items)
            one(item);
    }
    template <class Item>
    void one(const std::shared_ptr<const Item>& item) {
        one(*item);
    }
    template <class Type>
        requires std::is_class_v<Type>
    void one(const Type& value) {
        fields(*this, value);
    }

    ByteWriter& out_;
};

class Get {
  public:
    explicit Get(ByteReader& in) : in_(in) {}

    template <class... Values>
    void operator()(Values&... values) {
        (one(values), ...);
    }

  private:
    void one(std::string& value) { value = in_.text(); }
    void one(bool& value) { value = in_.varint() != 0; }
    template <std::unsigned_integral Number>
    void one(Number& value) {
        value = static_cast<Number>(in_.varint());
    }
    template <std::signed_integral Number>
    void one(Number& value) {
        value = static_cast<Number>(in_.zigzag());
    }
    void one(Duration& value) { value = Duration{in_.zigzag()}; }
    void one(Instant& value) { value = instant_from_ms(in_.zigzag()); }
    template <class Type>
        requires std::is_enum_v<Type>
    void one(Type& value) {
        value = static_cast<Type>(in_.fixed<std::uint8_t>());
    }
    template <class Tag, class Rep>
    void one(Id<Tag, Rep>& id) {
        id.value = static_cast<Rep>(in_.varint());
    }
    template <class Byte, std::size_t kSize>
    void one(std::array<Byte, kSize>& bytes) {
        in_.bytes(bytes.data(), kSize);
    }
    template <class Item>
    void one(std::optional<Item>& item) {
        item.reset();
        if (in_.varint() != 0) one(item.emplace());
    }
    template <class Item>
    void one(std::vector<Item>& items) {
        for (std::uint64_t left = in_.varint(); left > 0 && in_.ok(); --left)
            one(items.emplace_back());
    }
    template <class Item>
    void one(std::shared_ptr<const Item>& item) {
        auto made = std::make_shared<Item>();
        one(*made);
        item = std::move(made);
    }
    template <class Type>
        requires std::is_class_v<Type>
    void one(Type& value) {
        fields(*this, value);
    }

    ByteReader& in_;
};

}  // namespace onsale::payment
