#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/json/value.hpp>

#include "base/audit_note.hpp"
#include "base/result.hpp"

namespace onsale::http {

// The operators' log as the admin routes use it. A failure is an English text with the reason.
// Suspends: every awaitable; it resumes on the admin loop and does not throw.
// Thread safety: used on the admin loop.
class AuditBook {
  public:
    template <class Value>
    using Work = boost::asio::awaitable<Result<Value, std::string>>;

    virtual ~AuditBook() = default;

    // The entry is durable when a head is returned.
    virtual Work<AuditHead> record(AuditNote note) = 0;
    virtual Work<AuditHead> head() = 0;
    virtual Work<std::vector<AuditEntry>> page(std::uint64_t after, std::size_t limit) = 0;
};

// Summary of a request body that can be kept forever. Numbers and flags are copied, lists are
// replaced by their length and texts by their size, because texts may be names, tokens or codes.
std::string asked_text(const boost::json::value& body, bool dry_run);

}  // namespace onsale::http
