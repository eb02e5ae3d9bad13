#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include "codec/object_reader.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::waiting_room {

// The wire names of all fields, shared by reading and writing so that the two cannot differ. The
// visitor gets each member of a record by field() and the mandatory members of a list row by
// required().
template <class Record, class Wanted>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Wanted>;

constexpr std::size_t kPollStepsMax = 16;

template <class Visitor, RecordOf<Performance> Record>
void fields(Visitor& visit, Record& performance) {
    visit.required("id", performance.id);
    visit.field("title", performance.title);
    visit.required("startsAt", performance.starts_at);
}

template <class Visitor, RecordOf<Phase> Record>
void fields(Visitor& visit, Record& phase) {
    visit.required("id", phase.id);
    visit.field("title", phase.title);
    visit.required("from", phase.from);
    visit.required("to", phase.to);
    visit.field("who", phase.who);
    visit.field("claimName", phase.claim_name);
    visit.field("claimValue", phase.claim_value);
    visit.field("seatSharePercent", phase.seat_share_percent);
    visit.field("seatsPerGuest", phase.seats_per_guest);
}

template <class Visitor, RecordOf<PollStep> Record>
void fields(Visitor& visit, Record& step) {
    visit.required("positionMax", step.position_max);
    visit.required("every", step.every);
}

template <class Visitor, RecordOf<LineRules> Record>
void fields(Visitor& visit, Record& rules) {
    visit.field("maxActive", rules.max_active);
    visit.field("admitPerSecond", rules.admit_per_second);
    visit.field("admissionTtl", rules.admission_ttl);
    visit.field("claimWithin", rules.claim_within);
    visit.field("activeAwayAfter", rules.active_away_after);
    visit.field("extension", rules.extension);
    visit.field("extensions", rules.extensions);
    visit.field("awayAfter", rules.away_after);
    visit.field("forgetAfter", rules.forget_after);
    visit.field("lineMax", rules.line_max);
    visit.field("streamFront", rules.stream_front);
    visit.field("proofOfWorkBits", rules.proof_of_work_bits);
    visit.field("pollSteps", rules.poll_steps, codec::AtMost{kPollStepsMax});
    visit.field("pollAdmitted", rules.poll_admitted);
}

template <class Visitor, RecordOf<EventSettings> Record>
void fields(Visitor& visit, Record& settings) {
    visit.field("key", settings.key);
    visit.field("title", settings.title);
    visit.field("artist", settings.artist);
    visit.field("venue", settings.venue);
    visit.field("timeZone", settings.time_zone);
    visit.field("redirectTo", settings.redirect_to);
    visit.field("demo", settings.demo);
    visit.field("published", settings.published);
    visit.field("identity", settings.identity);
    visit.field("order", settings.order);
    visit.field("lobbyOpensAt", settings.lobby_opens_at);
    visit.field("opensAt", settings.opens_at);
    visit.field("closesAt", settings.closes_at);
    visit.field("performances", settings.performances, codec::AtMost{kPerformancesMax});
    visit.field("phases", settings.phases, codec::AtMost{kPhasesMax});
    visit.field("rules", settings.rules);
}

template <class Visitor, RecordOf<Levers> Record>
void fields(Visitor& visit, Record& levers) {
    visit.field("joinsStopped", levers.joins_stopped);
    visit.field("admissionStopped", levers.admission_stopped);
    visit.field("messageWaiting", levers.message_waiting);
    visit.field("messageAdmitted", levers.message_admitted);
}

}  // namespace onsale::waiting_room
