#include "adapter/postgres/event/event_row.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/assert.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "seat/domain/fact_bytes.hpp"
#include "seat/domain/plan_bytes.hpp"

namespace onsale::postgres {
namespace {

// The size of a value is known without reading it, so rows that are not wanted cost nothing.
constexpr Statement kRowsAfter{
    "rows_after",
    "SELECT r.change, r.event_id, r.seq, r.at, r.facts, h.performance, h.plan, h.rules, d.secret, "
    "       (SELECT max(change) FROM event_facts) AS newest "
    "FROM (SELECT f.*, sum(octet_length(f.facts) + coalesce(octet_length(p.plan), 0)) "
    "                      OVER (ORDER BY f.change) "
    "                  - octet_length(f.facts) - coalesce(octet_length(p.plan), 0) AS before "
    "      FROM (SELECT * FROM event_facts WHERE change > $1 ORDER BY change LIMIT $3) f "
    "      LEFT JOIN halls p ON p.event_id = f.event_id AND p.seq = f.seq) r "
    "LEFT JOIN halls h ON h.event_id = r.event_id AND h.seq = r.seq "
    "LEFT JOIN draw_secrets d ON d.event_id = r.event_id AND d.seq = r.seq "
    "WHERE r.before < $2 ORDER BY r.change"};

using Text = std::optional<std::string_view>;
using Bytes = std::optional<Bytea>;
using Row = std::tuple<std::int64_t, std::int32_t, std::int64_t, Instant, Bytea, Text, Bytes, Bytes,
                       Bytes, std::int64_t>;

Row cells(const Rows& rows, std::size_t row) {
    return rows.row<std::int64_t, std::int32_t, std::int64_t, Instant, Bytea, Text, Bytes, Bytes,
                    Bytes, std::int64_t>(row);
}

sale::Fact hall_opened(EventId event, std::string_view performance, const Bytea& plan,
                       const Bytea& rules) {
    ByteReader plan_bytes{plan.bytes};
    ByteReader rules_bytes{rules.bytes};
    sale::fact::HallOpened opened;
    opened.event = event;
    opened.performance = performance;
    opened.plan = std::make_shared<const seat::HallPlan>(seat::load_plan(plan_bytes));
    opened.rules = seat::load_hall_rules(rules_bytes);
    ONSALE_ASSERT(plan_bytes.ok() && rules_bytes.ok());
    return opened;
}

sale::Fact lobby_sealed(EventId event, const Bytea& bytes) {
    Sha256Digest secret;
    ONSALE_ASSERT(bytes.bytes.size() == secret.size());
    std::ranges::copy(bytes.bytes, secret.begin());
    return waiting_room::Fact{event, waiting_room::fact::LobbySealed{secret}};
}

bool is_stored_elsewhere(const sale::Fact& fact) {
    if (std::holds_alternative<sale::fact::HallOpened>(fact)) return true;
    const auto* const of_line = std::get_if<waiting_room::Fact>(&fact);
    return of_line != nullptr &&
           std::holds_alternative<waiting_room::fact::LobbySealed>(of_line->body);
}

}  // namespace

Command rows_after(std::uint64_t change) {
    return {kRowsAfter, {static_cast<std::int64_t>(change), kBytesPerRead, kRowsPerRead}};
}

EventRow EventRows::head(std::size_t row) const {
    const auto all = cells(rows_, row);
    return {static_cast<std::uint64_t>(std::get<0>(all)),
            EventId{static_cast<std::uint32_t>(std::get<1>(all))},
            static_cast<std::uint64_t>(std::get<2>(all)), std::get<3>(all)};
}

bool EventRows::read_facts(std::size_t row, EventRow& into) const {
    const auto [change, event, seq, at, facts, performance, plan, rules, secret, newest] =
        cells(rows_, row);
    if (plan) into.facts.push_back(hall_opened(into.event, *performance, *plan, *rules));
    if (secret) into.facts.push_back(lobby_sealed(into.event, *secret));
    return sale::load(facts.bytes, into.facts);
}

bool EventRows::is_cut_off() const {
    if (size() == 0) return false;
    const auto last = cells(rows_, size() - 1);
    return std::get<0>(last) < std::get<9>(last);
}

std::string stored_bytes(const sale::Facts& facts) {
    std::string bytes;
    ByteWriter out{bytes};
    for (const sale::Fact& fact : facts) {
        // They are read back as the first fact of their row.
        if (is_stored_elsewhere(fact))
            ONSALE_ASSERT(bytes.empty());
        else
            sale::save(out, fact);
    }
    return bytes;
}

}  // namespace onsale::postgres
