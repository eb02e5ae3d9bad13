#include "adapter/redis/roster/process_note.hpp"

#include "base/bytes.hpp"

namespace onsale::redis {
namespace {

// Processes of two versions may run at the same time. New fields are appended, and a reader ignores
// fields that it does not know. Version 1 ends with `said_at`.
constexpr std::uint8_t kFirstForm = 1;
constexpr std::uint8_t kForm = 2;
// Upper limits. Invalid bytes could contain any count.
constexpr std::uint64_t kRolesMax = 16;
constexpr std::uint64_t kCodesMax = 256;
constexpr std::uint64_t kBucketsMax = 2'048;

// Zero means no value; otherwise the number plus one is stored.
void write_optional(ByteWriter& out, const std::optional<std::uint64_t>& number) {
    out.varint(number ? *number + 1 : 0);
}

std::optional<std::uint64_t> read_optional(ByteReader& in) {
    const std::uint64_t number = in.varint();
    return number == 0 ? std::nullopt : std::optional{number - 1};
}

// For most buckets the distance to the previous bucket and the count take one byte each.
void write_histogram(ByteWriter& out, const runtime::Histogram& histogram) {
    const auto buckets = histogram.buckets();
    out.varint(buckets.size());
    std::size_t before = 0;
    for (const auto& bucket : buckets) {
        out.varint(bucket.index - before);
        out.varint(bucket.count);
        before = bucket.index;
    }
}

bool read_histogram(ByteReader& in, runtime::Histogram& histogram) {
    const std::uint64_t buckets = in.varint();
    if (buckets > kBucketsMax) return false;
    std::size_t index = 0;
    for (std::uint64_t i = 0; i < buckets; ++i) {
        index += in.varint();
        if (!histogram.add({index, in.varint()})) return false;
    }
    return true;
}

bool read_refused(ByteReader& in, std::map<std::string, std::uint64_t>& refused) {
    const std::uint64_t codes = in.varint();
    if (codes > kCodesMax) return false;
    for (std::uint64_t i = 0; i < codes; ++i) {
        const std::string code = in.text();
        refused[code] = in.varint();
    }
    return true;
}

std::optional<std::uint64_t> count_of(const std::optional<Duration>& age) {
    return age ? std::optional{static_cast<std::uint64_t>(age->count())} : std::nullopt;
}

bool read_counts(ByteReader& in, ProcessNote& note) {
    note.polls = in.varint();
    return read_refused(in, note.refused) && read_histogram(in, note.status_ns) &&
           read_histogram(in, note.request_ns);
}

}  // namespace

std::string to_bytes(const ProcessNote& note) {
    std::string bytes;
    ByteWriter out{bytes};
    out.fixed(kForm);
    for (const std::string* const text : {&note.name, &note.address, &note.admin_address,
                                          &note.version, &note.state, &note.degraded})
        out.text(*text);
    out.varint(note.roles.size());
    for (const std::string& role : note.roles)
        out.text(role);
    out.zigzag(to_ms(note.started_at));
    write_optional(out, count_of(note.view_age));
    out.varint(note.connections);
    out.varint(note.requests);
    write_optional(out, note.leases);
    out.zigzag(to_ms(note.said_at));
    out.varint(note.polls);
    out.varint(note.refused.size());
    for (const auto& [code, count] : note.refused) {
        out.text(code);
        out.varint(count);
    }
    write_histogram(out, note.status_ns);
    write_histogram(out, note.request_ns);
    return bytes;
}

std::optional<ProcessNote> parse_process_note(std::string_view bytes) {
    ByteReader in{bytes};
    const auto form = in.fixed<std::uint8_t>();
    if (form != kFirstForm && form != kForm) return std::nullopt;
    ProcessNote note;
    for (std::string* const text : {&note.name, &note.address, &note.admin_address, &note.version,
                                    &note.state, &note.degraded})
        *text = in.text();
    const std::uint64_t roles = in.varint();
    if (roles > kRolesMax) return std::nullopt;
    for (std::uint64_t i = 0; i < roles; ++i)
        note.roles.push_back(in.text());
    note.started_at = instant_from_ms(in.zigzag());
    if (const auto age = read_optional(in))
        note.view_age = Duration{static_cast<Duration::rep>(*age)};
    note.connections = in.varint();
    note.requests = in.varint();
    note.leases = read_optional(in);
    note.said_at = instant_from_ms(in.zigzag());
    if (form == kForm && !read_counts(in, note)) return std::nullopt;
    return in.ok() ? std::optional{std::move(note)} : std::nullopt;
}

}  // namespace onsale::redis
