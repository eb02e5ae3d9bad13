#include "waiting_room/domain/settings_bytes.hpp"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace onsale::waiting_room {
namespace {

constexpr std::uint64_t kEnd = 0;

template <class Record, class Type>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Type>;

// One list of fields serves both directions. `Saver` writes "number, size, value". `Loader` finds
// the values by number and keeps the default of a missing field.
class Saver {
  public:
    explicit Saver(ByteWriter& out) : out_(out) {}
    ~Saver() { out_.varint(kEnd); }

    template <class Value>
    void field(std::uint64_t number, const Value& value) {
        std::string bytes;
        ByteWriter writer{bytes};
        put(writer, value);
        out_.varint(number);
        out_.text(bytes);
    }

  private:
    static void put(ByteWriter& out, const std::string& value) { out.text(value); }
    static void put(ByteWriter& out, bool value) { out.varint(value ? 1 : 0); }
    static void put(ByteWriter& out, std::uint32_t value) { out.varint(value); }
    static void put(ByteWriter& out, Duration value) { out.zigzag(value.count()); }
    static void put(ByteWriter& out, Instant value) { out.zigzag(to_ms(value)); }
    template <class Enum>
        requires std::is_enum_v<Enum>
    static void put(ByteWriter& out, Enum value) {
        out.varint(std::to_underlying(value));
    }
    template <class Value>
    static void put(ByteWriter& out, const std::optional<Value>& value) {
        out.varint(value ? 1 : 0);
        if (value) put(out, *value);
    }
    template <class Item>
    static void put(ByteWriter& out, const std::vector<Item>& items) {
        out.varint(items.size());
        for (const Item& item : items)
            put(out, item);
    }
    template <class Record>
        requires std::is_aggregate_v<Record>
    static void put(ByteWriter& out, const Record& record) {
        Saver saver{out};
        fields(saver, record);
    }

    ByteWriter& out_;
};

class Loader {
  public:
    explicit Loader(ByteReader& in) {
        while (const std::uint64_t number = in.varint())
            values_.emplace_back(number, in.text());
    }

    template <class Value>
    void field(std::uint64_t number, Value& value) {
        for (const auto& [found, bytes] : values_) {
            if (found != number) continue;
            ByteReader reader{bytes};
            get(reader, value);
        }
    }

  private:
    static void get(ByteReader& in, std::string& value) { value = in.text(); }
    static void get(ByteReader& in, bool& value) { value = in.varint() != 0; }
    static void get(ByteReader& in, std::uint32_t& value) {
        value = static_cast<std::uint32_t>(in.varint());
    }
    static void get(ByteReader& in, Duration& value) { value = Duration{in.zigzag()}; }
    static void get(ByteReader& in, Instant& value) { value = instant_from_ms(in.zigzag()); }
    template <class Enum>
        requires std::is_enum_v<Enum>
    static void get(ByteReader& in, Enum& value) {
        value = static_cast<Enum>(in.varint());
    }
    template <class Value>
    static void get(ByteReader& in, std::optional<Value>& value) {
        value.reset();
        if (in.varint() != 0) get(in, value.emplace());
    }
    template <class Item>
    static void get(ByteReader& in, std::vector<Item>& items) {
        items.clear();
        for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left)
            get(in, items.emplace_back());
    }
    template <class Record>
        requires std::is_aggregate_v<Record>
    static void get(ByteReader& in, Record& record) {
        Loader loader{in};
        fields(loader, record);
    }

    std::vector<std::pair<std::uint64_t, std::string>> values_;
};

// Field numbers are permanent: never reuse one and never change its meaning.
template <class Visitor, RecordOf<Performance> Record>
void fields(Visitor& visit, Record& performance) {
    visit.field(1, performance.id);
    visit.field(2, performance.title);
    visit.field(3, performance.starts_at);
}

template <class Visitor, RecordOf<Phase> Record>
void fields(Visitor& visit, Record& phase) {
    visit.field(1, phase.id);
    visit.field(2, phase.title);
    visit.field(3, phase.from);
    visit.field(4, phase.to);
    visit.field(5, phase.who);
    visit.field(6, phase.claim_name);
    visit.field(7, phase.claim_value);
    visit.field(8, phase.seat_share_percent);
    visit.field(9, phase.seats_per_guest);
}

template <class Visitor, RecordOf<PollStep> Record>
void fields(Visitor& visit, Record& step) {
    visit.field(1, step.position_max);
    visit.field(2, step.every);
}

template <class Visitor, RecordOf<LineRules> Record>
void fields(Visitor& visit, Record& rules) {
    visit.field(1, rules.max_active);
    visit.field(2, rules.admit_per_second);
    visit.field(3, rules.admission_ttl);
    visit.field(4, rules.claim_within);
    visit.field(5, rules.active_away_after);
    visit.field(6, rules.away_after);
    visit.field(7, rules.forget_after);
    visit.field(8, rules.line_max);
    visit.field(9, rules.stream_front);
    visit.field(10, rules.proof_of_work_bits);
    visit.field(11, rules.poll_steps);
    visit.field(12, rules.poll_admitted);
    visit.field(13, rules.extension);
    visit.field(14, rules.extensions);
}

template <class Visitor, RecordOf<EventSettings> Record>
void fields(Visitor& visit, Record& settings) {
    visit.field(1, settings.key);
    visit.field(2, settings.title);
    visit.field(3, settings.artist);
    visit.field(4, settings.venue);
    visit.field(5, settings.time_zone);
    visit.field(6, settings.redirect_to);
    visit.field(7, settings.demo);
    visit.field(8, settings.identity);
    visit.field(9, settings.order);
    visit.field(10, settings.lobby_opens_at);
    visit.field(11, settings.opens_at);
    visit.field(12, settings.closes_at);
    visit.field(13, settings.performances);
    visit.field(14, settings.phases);
    visit.field(15, settings.rules);
    visit.field(16, settings.published);
}

template <class Visitor, RecordOf<Levers> Record>
void fields(Visitor& visit, Record& levers) {
    visit.field(1, levers.joins_stopped);
    visit.field(2, levers.admission_stopped);
    visit.field(3, levers.message_waiting);
    visit.field(4, levers.message_admitted);
}

}  // namespace

void save(ByteWriter& out, const EventSettings& settings) {
    Saver saver{out};
    fields(saver, settings);
}

EventSettings load_settings(ByteReader& in) {
    EventSettings settings;
    Loader loader{in};
    fields(loader, settings);
    return settings;
}

void save(ByteWriter& out, const Levers& levers) {
    Saver saver{out};
    fields(saver, levers);
}

Levers load_levers(ByteReader& in) {
    Levers levers;
    Loader loader{in};
    fields(loader, levers);
    return levers;
}

}  // namespace onsale::waiting_room
