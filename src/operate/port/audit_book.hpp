#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "base/audit_note.hpp"
#include "base/result.hpp"

namespace onsale::operate {

// The operators' log. A failure is an English text with the reason.
// Suspends: every awaitable; it resumes on the operator's loop and does not throw.
// Thread safety: used on the operator's loop.
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

}  // namespace onsale::operate
