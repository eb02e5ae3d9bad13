#include "adapter/redis/feed/stream_entry.hpp"

#include <charconv>

#include "sale/domain/fact_bytes.hpp"

namespace onsale::redis {
namespace {

const Reply* field_of(const Reply& fields, std::string_view name) {
    for (std::size_t i = 0; i + 1 < fields.items.size(); i += 2)
        if (fields.items[i].text == name) return &fields.items[i + 1];
    return nullptr;
}

std::optional<Instant> parse_time(const std::string& text) {
    long long ms = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return instant_from_ms(ms);
}

std::optional<StreamEntry> read_entry(const Reply& row) {
    if (row.items.size() != 2) return std::nullopt;
    const Reply* const time = field_of(row.items[1], "t");
    const Reply* const facts = field_of(row.items[1], "f");
    const Reply* const before = field_of(row.items[1], "p");
    if (time == nullptr || facts == nullptr || before == nullptr) return std::nullopt;
    const auto id = parse_stream_id(row.items[0].text);
    const auto before_id = parse_stream_id(before->text);
    const auto now = parse_time(time->text);
    if (!id || !before_id || !now) return std::nullopt;
    StreamEntry entry{*id, *before_id, *now, {}};
    if (!sale::load(facts->text, entry.facts)) return std::nullopt;
    return entry;
}

}  // namespace

std::optional<std::vector<StreamEntry>> read_entries(const Reply& answer) {
    std::vector<StreamEntry> entries;
    if (answer.is_nil()) return entries;
    // One stream was read: [[name, [entry, ...]]].
    if (answer.items.size() != 1 || answer.items[0].items.size() != 2) return std::nullopt;
    for (const Reply& row : answer.items[0].items[1].items) {
        auto entry = read_entry(row);
        if (!entry) return std::nullopt;
        entries.push_back(*std::move(entry));
    }
    return entries;
}

}  // namespace onsale::redis
