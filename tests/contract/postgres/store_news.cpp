#include "tests/contract/postgres/store_news.hpp"

#include <stdexcept>

#include "waiting_room/domain/event_rules.hpp"

namespace onsale::contract {

using boost::asio::awaitable;
using postgres::Rows;
using postgres::Statement;

namespace {

constexpr Statement kListed{
    "test_listed", "SELECT phase, guest FROM phase_guests WHERE event_id = $1 AND seq = $2"};
constexpr Statement kBars{"test_bars",
                          "SELECT guest, barred FROM bars WHERE event_id = $1 AND seq = $2"};
constexpr Statement kBlocks{"test_blocks",
                            "SELECT performance_id, seat FROM seat_owners "
                            "WHERE ended_at IS NULL AND state = 4 ORDER BY seat"};

std::shared_ptr<const std::vector<GuestId>> one_guest(const GuestId& guest) {
    return std::make_shared<const std::vector<GuestId>>(1, guest);
}

}  // namespace

awaitable<std::vector<Rows>> StoreNews::read(std::vector<postgres::Command> commands) {
    auto answers = co_await store_.client.read(std::move(commands), store_.deadline());
    if (!answers) throw std::runtime_error{answers.error().words};
    co_return *std::move(answers);
}

awaitable<void> StoreNews::bring() {
    for (const EventId event : calendar_.due())
        if (const auto error = co_await calendar_.follow(event))
            throw std::runtime_error{error->words};
    co_await bring_rows();
    co_await bring_blocks();
}

awaitable<void> StoreNews::bring_rows() {
    const auto answers = co_await read({postgres::rows_after(last_change_)});
    const postgres::EventRows rows{answers.front()};
    for (std::size_t at = 0; at < rows.size(); ++at) {
        postgres::EventRow row = rows.head(at);
        if (!rows.read_facts(at, row)) throw std::runtime_error{"unreadable facts"};
        last_change_ = row.change;
        guests_.record(row.facts);
        if (row.entries > 0) co_await bring_entries(row);
    }
}

awaitable<void> StoreNews::bring_entries(postgres::EventRow row) {
    const auto event = static_cast<std::int32_t>(row.event.value);
    const auto seq = static_cast<std::int64_t>(row.seq);
    const auto answers = co_await read({{kListed, {event, seq}}, {kBars, {event, seq}}});
    const waiting_room::Line& line = *guests_.state().room().find(row.event);
    waiting_room::FactBodies bodies;
    for (const auto& [phase, guest] : answers[0].all<std::string, GuestId>())
        bodies.push_back(waiting_room::fact::GuestsListed{phase, one_guest(guest)});
    for (const auto& [guest, barred] : answers[1].all<GuestId, bool>())
        for (auto& body :
             decide(line, waiting_room::command::BarGuests{row.event, one_guest(guest), barred})
                 .facts)
            bodies.push_back(std::move(body));
    sale::Facts facts;
    for (auto& body : bodies)
        facts.push_back(waiting_room::Fact{row.event, std::move(body)});
    guests_.record(std::move(facts));
}

awaitable<void> StoreNews::bring_blocks() {
    const auto answers = co_await read({{kBlocks, {}}});
    std::set<std::pair<sale::HallId, seat::SeatIndex>> blocked;
    for (const auto& [hall, seat] : answers.front().all<std::int32_t, std::int32_t>())
        blocked.insert({{static_cast<std::uint32_t>(hall)}, {static_cast<std::uint32_t>(seat)}});
    sale::Facts facts;
    for (const auto& [id, hall] : guests_.state().halls())
        for (std::uint32_t i = 0; i < hall.seats.seating().size(); ++i) {
            const bool is = hall.seats.state({i}) == seat::SeatState::kBlocked;
            const bool should = blocked.contains({id, {i}});
            if (should && !is)
                facts.push_back(
                    sale::fact::HallChanged{id, seat::fact::SeatsBlocked{{{i}}, "press", "house"}});
            if (is && !should)
                facts.push_back(sale::fact::HallChanged{id, seat::fact::SeatsUnblocked{{{i}}}});
        }
    guests_.record(std::move(facts));
}

}  // namespace onsale::contract
