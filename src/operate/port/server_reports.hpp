#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "operate/domain/message.hpp"
#include "sale/domain/view/guest_story.hpp"

namespace onsale::operate {

// English text for the operator about a failure of this machine.
using Failure = std::string;

// One check of the preflight list.
struct PreflightCheck {
    std::string name;
    bool ok = false;
    Message detail;
    bool warning = false;  // Not ok, but possibly intended: an operator can accept it by name.
};

// Size and age of the journal and its files.
struct JournalStats {
    std::int64_t rows = 0;
    std::int64_t last_seq = 0;
    std::int64_t fact_bytes = 0;
    Instant first_at{};
    Instant last_at{};
    std::uint64_t file_bytes = 0;
    std::uint64_t wal_bytes = 0;
    std::int64_t schema = 0;
    std::uint64_t snapshots_taken = 0;   // Number since the start of this process.
    std::uint64_t checkpoints_done = 0;  // Number since the start of this process.
};

struct ReportSums {
    std::int64_t seats_sold = 0;
    std::int64_t seats_returned = 0;
    std::int64_t gross = 0;  // Sum of bookings, including fees.
    std::int64_t fees = 0;   // Part of the gross.
    std::int64_t refunds = 0;
    // As in the provider's statement: includes charges that bought nothing and were paid back.
    std::int64_t captured = 0;
    std::int64_t paid_back = 0;
    // Full price minus the price paid, summed over booked seats. Not part of the gross.
    std::int64_t discounts = 0;

    friend bool operator==(const ReportSums&, const ReportSums&) = default;
    std::int64_t net() const { return gross - refunds; }
};

// Sales and refunds of one day, as the reports list them.
struct ReportLine {
    std::chrono::sys_days day;
    std::string performance;
    std::string grade;
    std::string price_type;
    std::uint8_t provider = 0;
    std::string currency;
    ReportSums sums;
};

struct ReportAsk {
    std::string event;
    std::chrono::sys_days from;
    std::chrono::sys_days to;  // Inclusive.
};

// A message that a consumer could not process, with the reason.
struct PutAside {
    std::uint64_t seq = 0;
    std::uint64_t journal_seq = 0;  // The batch that produced the message.
    std::string topic;
    std::string type;
    std::string key;
    std::string reason;
};

// Progress of the outbox.
struct OutboxState {
    std::uint64_t messages = 0;  // Number of messages written so far.
    std::uint64_t behind = 0;    // Number of messages not applied yet.
    bool rebuilding = false;     // The reports are being rebuilt from the journal.
    std::uint64_t put_aside = 0;
    std::vector<PutAside> oldest;  // The oldest messages that were put aside.
};

struct OutboxRetried {
    std::uint64_t applied = 0;
    std::uint64_t left = 0;
};

// The facts that the journal has about one guest.
struct StoryTold {
    std::vector<sale::StoryFact> facts;
    bool whole = true;  // False when the reader's time limit ended before all facts were read.
};
enum class StoryError : std::uint8_t {
    kNotKept,  // The line is kept elsewhere, so no journal has its facts.
    kBusy,
    kUnreadable,
};
struct StoryFailure {
    StoryError error{};
    std::string message{};
};

}  // namespace onsale::operate
