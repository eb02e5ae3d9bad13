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

// One check of the preflight list.
struct PreflightCheck {
    std::string name;
    bool ok = false;
    Finding detail;
    bool warning = false;  // Not ok, but possibly intended: an operator can accept it by name.
};

// Sales and refunds of one day, as the reports list them.
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

// English text for the operator about a failure of this machine.
using AdminFailure = std::string;

// Services that the operator's routes need and only the composition root can reach: other loops,
// the journal, files.
// Suspends: every awaitable; it resumes on the admin loop.
// Thread safety: used on the admin loop.
class AdminBackend {
  public:
    virtual ~AdminBackend() = default;

    // Whether this is the owner's key. Takes the same time for every wrong key.
    virtual bool accepts_key(std::string_view presented) const = 0;
    // Whether this is the key that may only read /metrics.
    virtual bool accepts_metrics_key(std::string_view presented) const = 0;
    // Readiness of all loops of the process together.
    virtual boost::asio::awaitable<Readiness> readiness() = 0;
    virtual AuditBook& audit() = 0;
    // The rules that a new event starts with.
    virtual waiting_room::LineRules default_rules() const = 0;
    // Sampled once a second on the admin loop.
    virtual const LiveHistory& live_history() const = 0;

    // Adds a new signing key beside the current one and returns its id. Guests stay signed in.
    virtual boost::asio::awaitable<Result<std::uint8_t, AdminFailure>> rotate_keys() = 0;
    virtual boost::asio::awaitable<boost::json::object> journal_stats() = 0;
    // Sorted by day, then by the fields of ReportLine in order.
    virtual boost::asio::awaitable<Result<std::vector<ReportLine>, AdminFailure>> report(
        ReportAsk ask) = 0;
    virtual boost::asio::awaitable<Result<OutboxState, AdminFailure>> outbox(std::size_t limit) = 0;
    // Applies the messages again that were put aside.
    virtual boost::asio::awaitable<Result<OutboxRetried, AdminFailure>> retry_outbox() = 0;
    // Rebuilds the reports from the journal. Returns true when the rebuild has started.
    virtual boost::asio::awaitable<Result<bool, AdminFailure>> rebuild_reports() = 0;
    // Reads the journal concurrently with the writer. Only one reader runs at a time.
    virtual boost::asio::awaitable<Result<StoryTold, StoryFailure>> story(sale::StoryAsk ask) = 0;
    // Writes a consistent copy while running and returns its size in bytes.
    virtual boost::asio::awaitable<Result<std::uint64_t, AdminFailure>> backup(
        std::string file) = 0;
    // Runs work on another thread that would block the loop. Returns false when that thread is
    // overloaded.
    virtual boost::asio::awaitable<bool> in_background(std::function<void()> work) = 0;
    // State of every part and, with Redis, of every process and node.
    virtual boost::asio::awaitable<PartsReport> parts() = 0;
    // The whole page of /metrics, collected from every loop.
    virtual boost::asio::awaitable<std::string> metrics_text() = 0;
    // Clock offset, free disk, age of the backup, keys.
    virtual boost::asio::awaitable<std::vector<PreflightCheck>> preflight(
        std::string event_key) = 0;
};

}  // namespace onsale::http
