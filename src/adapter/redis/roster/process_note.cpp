#include "adapter/redis/roster/process_note.hpp"

#include "base/bytes.hpp"

namespace onsale::redis {
namespace {

// Another one with every change of the fields: processes of two versions may be there at once.
constexpr std::uint8_t kForm = 1;
// More than there are; a text of another form could claim any number.
constexpr std::uint64_t kRolesMax = 16;

// Zero is nothing.
void write_optional(ByteWriter& out, const std::optional<std::uint64_t>& number) {
    out.varint(number ? *number + 1 : 0);
}

std::optional<std::uint64_t> read_optional(ByteReader& in) {
    const std::uint64_t number = in.varint();
    return number == 0 ? std::nullopt : std::optional{number - 1};
}

std::optional<std::uint64_t> count_of(const std::optional<Duration>& age) {
    return age ? std::optional{static_cast<std::uint64_t>(age->count())} : std::nullopt;
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
    return bytes;
}

std::optional<ProcessNote> parse_process_note(std::string_view bytes) {
    ByteReader in{bytes};
    if (in.fixed<std::uint8_t>() != kForm) return std::nullopt;
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
    if (!in.ok() || !in.at_end()) return std::nullopt;
    return note;
}

}  // namespace onsale::redis
