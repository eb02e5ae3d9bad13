#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "base/result.hpp"
#include "operate/port/deployment_parts.hpp"
#include "operate/port/readiness.hpp"
#include "operate/port/server_reports.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::operate {

// Requests of an operator to a running server, except those about the sale: its keys, its journal
// and files, its health. Suspends: every awaitable; it resumes on the operator's loop. Thread
// safety: used on the operator's loop.
class ServerOperations {
  public:
    virtual ~ServerOperations() = default;

    // Whether this is the owner's key. Takes the same time for every wrong key.
    virtual bool accepts_key(std::string_view presented) const = 0;
    // Whether this is the key that may only read /metrics.
    virtual bool accepts_metrics_key(std::string_view presented) const = 0;
    // Readiness of all loops of the process together.
    virtual boost::asio::awaitable<Readiness> readiness() = 0;
    // The rules that a new event starts with.
    virtual waiting_room::LineRules default_rules() const = 0;

    // Adds a new signing key beside the current one and returns its id. Guests stay signed in.
    virtual boost::asio::awaitable<Result<std::uint8_t, Failure>> rotate_keys() = 0;
    // std::nullopt when the reader is busy.
    virtual boost::asio::awaitable<std::optional<JournalStats>> journal_stats() = 0;
    // Sorted by day, then by the fields of ReportLine in order.
    virtual boost::asio::awaitable<Result<std::vector<ReportLine>, Failure>> report(
        ReportAsk ask) = 0;
    virtual boost::asio::awaitable<Result<OutboxState, Failure>> outbox(std::size_t limit) = 0;
    // Applies the messages again that were put aside.
    virtual boost::asio::awaitable<Result<OutboxRetried, Failure>> retry_outbox() = 0;
    // Rebuilds the reports from the journal. Returns true when the rebuild has started.
    virtual boost::asio::awaitable<Result<bool, Failure>> rebuild_reports() = 0;
    // Reads the journal concurrently with the writer. Only one reader runs at a time.
    virtual boost::asio::awaitable<Result<StoryTold, StoryFailure>> story(sale::StoryAsk ask) = 0;
    // Writes a consistent copy while running and returns its size in bytes.
    virtual boost::asio::awaitable<Result<std::uint64_t, Failure>> backup(std::string file) = 0;
    // Runs work on another thread that would block the loop. Returns false when that thread is
    // overloaded.
    virtual boost::asio::awaitable<bool> in_background(std::function<void()> work) = 0;
    // State of every part and, with Redis, of every process and node.
    virtual boost::asio::awaitable<PartsReport> parts() = 0;
    // The numbers of every loop, in the text format of Prometheus.
    virtual boost::asio::awaitable<std::string> metrics_text() = 0;
    // Clock offset, free disk, age of the backup, keys.
    virtual boost::asio::awaitable<std::vector<PreflightCheck>> preflight(
        std::string event_key) = 0;
};

}  // namespace onsale::operate
