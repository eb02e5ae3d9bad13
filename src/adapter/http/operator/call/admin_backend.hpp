#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/json/object.hpp>

#include "adapter/http/api/context/health.hpp"
#include "adapter/http/api/measure/live_history.hpp"
#include "adapter/http/operator/call/admin_audit.hpp"
#include "adapter/http/operator/call/coded_message.hpp"
#include "adapter/http/operator/call/deployment_parts.hpp"
#include "base/result.hpp"
#include "sale/domain/view/guest_story.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// One line of a go or no-go list.
struct PreflightCheck {
    std::string name;
    bool ok = false;
    Finding detail;
    bool warning = false;  // Not ok, but may be meant: an operator can accept it by its name.
};

// What was sold and given back on one day, as the reports have it.
struct ReportLine {
    std::chrono::sys_days day;
    std::string performance;
    std::string grade;
    std::string price_type;
    std::uint8_t provider = 0;
    std::string currency;
    std::int64_t seats_sold = 0;
    std::int64_t seats_returned = 0;
    std::int64_t gross = 0;
    std::int64_t fees = 0;
    std::int64_t refunds = 0;
    std::int64_t captured = 0;
    std::int64_t paid_back = 0;
    std::int64_t discounts = 0;
};

struct ReportAsk {
    std::string event;
    std::chrono::sys_days from;
    std::chrono::sys_days to;  // The last day.
};

// A message that a consumer could make nothing of, and why.
struct PutAside {
    std::uint64_t seq = 0;
    std::uint64_t journal_seq = 0;  // The batch that told it.
    std::string topic;
    std::string type;
    std::string key;
    std::string reason;
};

// How far the messages have come.
struct OutboxState {
    std::uint64_t messages = 0;  // Told so far.
    std::uint64_t behind = 0;    // Not applied yet.
    bool rebuilding = false;     // What was made of them is being made again.
    std::uint64_t put_aside = 0;
    std::vector<PutAside> oldest;  // Of those put aside.
};

struct OutboxRetried {
    std::uint64_t applied = 0;
    std::uint64_t left = 0;
};

// What the journal says of one guest.
struct StoryTold {
    std::vector<sale::StoryFact> facts;
    bool whole = true;  // False: there is more than was read in the time that a reader has.
};
enum class StoryError : std::uint8_t {
    kNotKept,  // The line is kept elsewhere, and no journal has its facts.
    kBusy,
    kUnreadable,
};
struct StoryFailure {
    StoryError error{};
    std::string message{};
};

// What went wrong on the machine, in words for the operator.
using AdminFailure = std::string;

// What the operator's routes need and only the composition root can reach: other loops, the
// journal, files.
// Suspends: every awaitable; it resumes on the admin loop.
// Thread safety: used on the admin loop.
class AdminBackend {
  public:
    virtual ~AdminBackend() = default;

    // Whether this is the owner's key; takes the same time for every wrong one.
    virtual bool accepts_key(std::string_view presented) const = 0;
    // Whether this is the key that reads only /metrics.
    virtual bool accepts_metrics_key(std::string_view presented) const = 0;
    // Readiness of all loops of the process together.
    virtual boost::asio::awaitable<Readiness> readiness() = 0;
    virtual AuditBook& audit() = 0;
    // What a new event starts from.
    virtual waiting_room::LineRules default_rules() const = 0;
    // Sampled once a second on the admin loop.
    virtual const LiveHistory& live_history() const = 0;

    // A new signing key beside the current one; its id. Guests stay signed in.
    virtual boost::asio::awaitable<Result<std::uint8_t, AdminFailure>> rotate_keys() = 0;
    virtual boost::asio::awaitable<boost::json::object> journal_stats() = 0;
    // By day and then as the line lists its fields.
    virtual boost::asio::awaitable<Result<std::vector<ReportLine>, AdminFailure>> report(
        ReportAsk ask) = 0;
    virtual boost::asio::awaitable<Result<OutboxState, AdminFailure>> outbox(std::size_t limit) = 0;
    // Applies again what was put aside.
    virtual boost::asio::awaitable<Result<OutboxRetried, AdminFailure>> retry_outbox() = 0;
    // Makes the reports again from the journal; true when that has begun.
    virtual boost::asio::awaitable<Result<bool, AdminFailure>> rebuild_reports() = 0;
    // Reads the journal beside the writer; one at a time.
    virtual boost::asio::awaitable<Result<StoryTold, StoryFailure>> story(sale::StoryAsk ask) = 0;
    // A consistent copy while running; its size in bytes.
    virtual boost::asio::awaitable<Result<std::uint64_t, AdminFailure>> backup(
        std::string file) = 0;
    // Does what would hold the loop up on another thread; false when that one has too much to do.
    virtual boost::asio::awaitable<bool> in_background(std::function<void()> work) = 0;
    // How every part is, and beside Redis every process and node.
    virtual boost::asio::awaitable<PartsReport> parts() = 0;
    // The whole page of /metrics, gathered from every loop.
    virtual boost::asio::awaitable<std::string> metrics_text() = 0;
    // Clock offset, free disk, age of the backup, keys.
    virtual boost::asio::awaitable<std::vector<PreflightCheck>> preflight(
        std::string event_key) = 0;
};

}  // namespace onsale::http
