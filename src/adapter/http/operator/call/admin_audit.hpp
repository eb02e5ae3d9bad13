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

// The operators' log as the admin routes see it. A failure says in words why.
// Suspends: every awaitable; it resumes on the admin loop and does not throw.
// Thread safety: used on the admin loop.
class AuditBook {
  public:
    template <class Value>
    using Work = boost::asio::awaitable<Result<Value, std::string>>;

    virtual ~AuditBook() = default;

    // The entry is durable when there is a head.
    virtual Work<AuditHead> record(AuditNote note) = 0;
    virtual Work<AuditHead> head() = 0;
    virtual Work<std::vector<AuditEntry>> page(std::uint64_t after, std::size_t limit) = 0;
};

// What a body asks for, fit to be kept for ever: numbers and flags as they are, lists counted,
// texts by their size, because they may be names, tokens or codes.
std::string asked_text(const boost::json::value& body, bool dry_run);

}  // namespace onsale::http
