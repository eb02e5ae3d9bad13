#include "adapter/postgres/event/entry_rows.hpp"

#include <span>

namespace onsale::postgres {
namespace {

constexpr Statement kList{
    "list_guests",
    "WITH added AS ("
    "  INSERT INTO phase_guests (event_id, phase, guest, seq) "
    "  SELECT $1, $2, guest, $3 FROM unnest($4::uuid[]) guest ON CONFLICT DO NOTHING RETURNING 1) "
    "UPDATE events SET entries = entries + (SELECT count(*) FROM added) WHERE id = $1"};
// A list may name a guest twice, but one statement changes a row once.
constexpr Statement kBar{
    "bar_guests",
    "WITH barred AS ("
    "  INSERT INTO bars (event_id, guest, barred, seq, changed_at) "
    "  SELECT DISTINCT $1, guest, true, $2::bigint, $3 FROM unnest($4::uuid[]) guest "
    "  ON CONFLICT (event_id, guest) DO UPDATE "
    "  SET barred = true, seq = excluded.seq, changed_at = excluded.changed_at "
    "  WHERE NOT bars.barred RETURNING 1) "
    "UPDATE events SET entries = entries + (SELECT count(*) FROM barred) WHERE id = $1"};
constexpr Statement kUnbar{
    "unbar_guests",
    "WITH freed AS ("
    "  UPDATE bars SET barred = false, seq = $2, changed_at = $3 "
    "  WHERE event_id = $1 AND guest = ANY ($4::uuid[]) AND barred RETURNING 1) "
    "UPDATE events SET entries = entries - (SELECT count(*) FROM freed) WHERE id = $1"};
constexpr Statement kIssue{
    "issue_codes",
    "WITH added AS ("
    "  INSERT INTO codes (event_id, phase, code, uses, uses_left) "
    "  SELECT $1, $2, code, $3, $3 FROM unnest($4::bytea[]) code "
    "  ON CONFLICT DO NOTHING RETURNING 1) "
    "UPDATE events SET entries = entries + (SELECT count(*) FROM added) WHERE id = $1"};

template <class Item>
std::span<const Item> part_of(const std::vector<Item>& all, Page page) {
    return std::span{all}.subspan(page.from, page.to - page.from);
}

std::vector<GuestId> guests_of(const std::vector<GuestId>& all, Page page) {
    const auto part = part_of(all, page);
    return {part.begin(), part.end()};
}

std::int32_t id_of(EventId event) {
    return static_cast<std::int32_t>(event.value);
}

std::int64_t seq_of(const EventMoment& moment) {
    return static_cast<std::int64_t>(moment.seq);
}

}  // namespace

std::vector<Command> list_rows(const waiting_room::command::ListGuests& list, Page page,
                               const EventMoment& moment) {
    return {{kList,
             {id_of(list.event), list.phase, seq_of(moment), guests_of(*list.guests, page)}}};
}

std::vector<Command> bar_rows(const waiting_room::command::BarGuests& bar, Page page,
                              const EventMoment& moment) {
    return {{bar.barred ? kBar : kUnbar,
             {id_of(bar.event), seq_of(moment), moment.stamp.now, guests_of(*bar.guests, page)}}};
}

std::vector<Command> code_rows(const waiting_room::command::IssueCodes& issue, Page page,
                               const EventMoment&) {
    std::vector<Bytea> codes;
    for (const Sha256Digest& code : part_of(*issue.codes, page))
        codes.push_back({{code.begin(), code.end()}});
    return {{kIssue,
             {id_of(issue.event), issue.phase, static_cast<std::int64_t>(issue.uses), codes}}};
}

}  // namespace onsale::postgres
