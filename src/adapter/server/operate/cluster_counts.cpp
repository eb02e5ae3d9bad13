#include "adapter/server/operate/cluster_counts.hpp"

#include "adapter/redis/roster/process_roster.hpp"

namespace onsale::server {
namespace {

using http::LoopTotals;

// One note every two seconds: those within kBehind, one before and one in reserve.
constexpr std::size_t kNotesMax = 5;

}  // namespace

void write_totals(const LoopTotals& totals, redis::ProcessNote& note) {
    note.connections = totals.counters["connections_open"];
    note.requests = totals.counters["requests_total"];
    note.polls = totals.counters["polls"];
    for (std::size_t i = 0; i < http::kRefusedCodes; ++i)
        if (const std::uint64_t count = totals.refused(i); count > 0)
            note.refused[std::string{http::refused_code(i)}] += count;
    note.status_ns = totals.status_ns;
    note.request_ns = totals.request_ns;
}

LoopTotals read_totals(const redis::ProcessNote& note) {
    LoopTotals totals;
    totals.counters["requests_total"] = note.requests;
    totals.counters["polls"] = note.polls;
    for (const auto& [code, count] : note.refused)
        if (const auto index = http::refused_index(code)) totals.refused(*index) += count;
    totals.status_ns = note.status_ns;
    totals.request_ns = note.request_ns;
    return totals;
}

void ClusterCounts::hear(const redis::ProcessNote& note) {
    if (note.name == own_) return;
    const Key key{note.name, note.started_at};
    if (!processes_.contains(key)) {
        if (processes_.size() >= kProcessesMax) return;
        Process& process = processes_[key];
        if (began_while_listening(note))
            process.notes.push_back({note.started_at, {}});
        else
            process.taken = read_totals(note);
    }
    std::deque<Counted>& notes = processes_[key].notes;
    if (!notes.empty() && note.said_at <= notes.back().at) return;
    notes.push_back({note.said_at, read_totals(note)});
    if (notes.size() > kNotesMax) notes.pop_front();
}

// If false, the process started earlier or was forgotten; only its later increments count.
bool ClusterCounts::began_while_listening(const redis::ProcessNote& note) const {
    return note.started_at >= since_ && note.said_at - note.started_at < redis::kProcessForgotten;
}

const LoopTotals& ClusterCounts::totals(Instant now) {
    for (auto& [key, process] : processes_) {
        LoopTotals counted = process.at(now - kBehind);
        sum_.merge(counted.since(process.taken));
        process.taken = std::move(counted);
    }
    std::erase_if(processes_, [now](const auto& one) {
        return now - one.second.notes.back().at > redis::kProcessForgotten + kBehind;
    });
    return sum_;
}

// REQUIRES: `then` does not decrease between calls.
LoopTotals ClusterCounts::Process::at(Instant then) {
    while (notes.size() > 1 && notes[1].at <= then)
        notes.pop_front();
    LoopTotals counted = notes.front().totals;
    if (notes.size() == 1 || then <= notes.front().at) return counted;
    const Counted& next = notes[1];
    const auto ms = [](Duration span) { return static_cast<std::uint64_t>(span.count()); };
    counted.merge(next.totals.since(counted).part(
        {ms(then - notes.front().at), ms(next.at - notes.front().at)}));
    return counted;
}

}  // namespace onsale::server
