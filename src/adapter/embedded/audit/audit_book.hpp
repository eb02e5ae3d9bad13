#pragma once

#include <functional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/embedded/audit/audit_log.hpp"
#include "base/time.hpp"
#include "operate/port/audit_book.hpp"
#include "runtime/loop.hpp"

namespace onsale::embedded {

// The audit log of a server, on its own thread. So a slow disk does not delay /readyz, and a long
// backup does not delay the operator.
// Thread safety: awaitables on the admin loop; the rest on the owner's thread.
class AuditBook : public operate::AuditBook {
  public:
    // Checks the log from its first entry and writes the result to the server's log. A manipulated
    // audit log does not stop a sale.
    AuditBook(Storage storage, operate::AuditMac mac, const TimeSource& time);
    ~AuditBook() override { stop(); }

    // `home`: the admin loop.
    void start(boost::asio::io_context& home);
    // Finishes queued work. REQUIRES: the admin loop has stopped and still exists.
    void stop();

    Work<AuditHead> record(AuditNote note) override;
    Work<AuditHead> head() override;
    Work<std::vector<AuditEntry>> page(std::uint64_t after, std::size_t limit) override;

  private:
    // The queue is limited by the calls in flight of the admin site.
    template <class Value>
    Work<Value> on_own_thread(std::function<Result<Value, std::string>()> work);

    Storage storage_;
    const TimeSource& time_;
    operate::AuditMac mac_;
    AuditLog log_;
    boost::asio::io_context* home_ = nullptr;
    runtime::Loop loop_{"audit"};
};

}  // namespace onsale::embedded
