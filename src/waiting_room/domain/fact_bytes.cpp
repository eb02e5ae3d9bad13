#include "waiting_room/domain/fact_bytes.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

#include "base/tagged_variant.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::waiting_room {
namespace {

// Each body lists its fields once; Put and Get use the same list.
template <class Walk, class Body>
void walk(Walk& at, Body& body) {
    using Type = std::remove_const_t<Body>;
    if constexpr (requires { body.settings; }) at.field(body.settings);
    if constexpr (std::same_as<Type, fact::LifecycleChanged>) at.field(body.to);
    if constexpr (std::same_as<Type, fact::PhaseChanged>) at.field(body.phase);
    if constexpr (std::same_as<Type, fact::LeversSet>) at.field(body.levers);
    if constexpr (std::same_as<Type, fact::DeadlinesFrozen>) at.field(body.frozen);
    if constexpr (std::same_as<Type, fact::DeadlinesMoved>) at.field(body.by);
    if constexpr (std::same_as<Type, fact::Resumed>) at.field(body.gap);
    if constexpr (std::same_as<Type, fact::LobbySealed>) at.field(body.secret);
    if constexpr (std::same_as<Type, fact::LobbyDrawn>) at.field(body.members_root);
    // The eligibility facts share these field names, in this order.
    if constexpr (!std::same_as<Type, fact::PhaseChanged> && requires { body.phase; })
        at.field(body.phase);
    if constexpr (requires { body.uses; }) at.field(body.uses);
    if constexpr (requires { body.guests; }) at.field(body.guests);
    if constexpr (requires { body.codes; }) at.field(body.codes);
    if constexpr (requires { body.code; }) at.field(body.code);
    if constexpr (requires { body.guest; }) at.field(body.guest);
    if constexpr (requires { body.number; }) at.field(body.number);
    if constexpr (requires { body.reason; }) at.field(body.reason);
    if constexpr (requires { body.deadline; }) at.field(body.deadline);
    if constexpr (requires { body.extensions; }) at.field(body.extensions);
    if constexpr (requires { body.keep; }) at.field(body.keep);
    if constexpr (requires { body.sold_out; }) at.field(body.sold_out);
    if constexpr (requires { body.per_second; }) at.field(body.per_second);
}

class Put {
  public:
    explicit Put(ByteWriter& out) : out_(out) {}

    void field(const std::string& value) { out_.text(value); }
    void field(bool value) { out_.varint(value ? 1 : 0); }
    void field(std::uint32_t value) { out_.varint(value); }
    void field(Duration value) { out_.zigzag(value.count()); }
    void field(Instant value) { out_.zigzag(to_ms(value)); }
    void field(Number value) { out_.varint(value.value); }
    void field(Lifecycle value) { out_.fixed(std::to_underlying(value)); }
    void field(EndReason value) { out_.fixed(std::to_underlying(value)); }
    void field(Keep value) { out_.fixed(std::to_underlying(value)); }
    void field(const GuestId& value) { out_.bytes(value.bytes.data(), value.bytes.size()); }
    void field(const Sha256Digest& value) { out_.bytes(value.data(), value.size()); }
    void field(std::optional<std::uint16_t> value) { out_.varint(value ? *value + 1u : 0u); }
    void field(const std::shared_ptr<const EventSettings>& value) { save(out_, *value); }
    void field(const std::shared_ptr<const Levers>& value) { save(out_, *value); }
    template <class Item>
    void field(const std::shared_ptr<const std::vector<Item>>& items) {
        out_.varint(items->size());
        for (const Item& item : *items)
            field(item);
    }

  private:
    ByteWriter& out_;
};

class Get {
  public:
    explicit Get(ByteReader& in) : in_(in) {}

    void field(std::string& value) { value = in_.text(); }
    void field(bool& value) { value = in_.varint() != 0; }
    void field(std::uint32_t& value) { value = static_cast<std::uint32_t>(in_.varint()); }
    void field(Duration& value) { value = Duration{in_.zigzag()}; }
    void field(Instant& value) { value = instant_from_ms(in_.zigzag()); }
    void field(Number& value) { value.value = static_cast<std::uint32_t>(in_.varint()); }
    void field(Lifecycle& value) { value = static_cast<Lifecycle>(in_.fixed<std::uint8_t>()); }
    void field(EndReason& value) { value = static_cast<EndReason>(in_.fixed<std::uint8_t>()); }
    void field(Keep& value) { value = static_cast<Keep>(in_.fixed<std::uint8_t>()); }
    void field(GuestId& value) { in_.bytes(value.bytes.data(), value.bytes.size()); }
    void field(Sha256Digest& value) { in_.bytes(value.data(), value.size()); }
    void field(std::optional<std::uint16_t>& value) {
        const std::uint64_t raw = in_.varint();
        value = raw == 0 ? std::nullopt : std::optional{static_cast<std::uint16_t>(raw - 1)};
    }
    void field(std::shared_ptr<const EventSettings>& value) {
        value = std::make_shared<EventSettings>(load_settings(in_));
    }
    void field(std::shared_ptr<const Levers>& value) {
        value = std::make_shared<Levers>(load_levers(in_));
    }
    template <class Item>
    void field(std::shared_ptr<const std::vector<Item>>& value) {
        auto items = std::make_shared<std::vector<Item>>();
        for (std::uint64_t left = in_.varint(); left > 0 && in_.ok(); --left)
            field(items->emplace_back());
        value = std::move(items);
    }

  private:
    ByteReader& in_;
};

}  // namespace

void save(ByteWriter& out, const Fact& fact) {
    out.fixed(tag_of(fact.body));
    out.varint(fact.event.value);
    Put put{out};
    std::visit([&](const auto& body) { walk(put, body); }, fact.body);
}

std::optional<Fact> load_fact(std::uint8_t tag, ByteReader& in) {
    const EventId event{static_cast<std::uint32_t>(in.varint())};
    auto body = make_tagged<FactBody>(tag, [&](auto& one) {
        Get get{in};
        walk(get, one);
    });
    if (!body || !in.ok()) return std::nullopt;
    return Fact{event, std::move(*body)};
}

}  // namespace onsale::waiting_room
