#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/embedded/audit/audit_log.hpp"
#include "adapter/http/operator/call/admin_audit.hpp"
#include "base/sale_clock.hpp"
#include "runtime/loop.hpp"

namespace onsale::program {

constexpr std::string_view kAuditKeyFile = "audit.key";

// The keyed hash of the chain. Makes the key's file if there is none; throws std::runtime_error
// when it cannot be used.
embedded::AuditMac audit_mac(const std::filesystem::path& key_file);

// The audit log of a server, on a thread of its own: a slow disk must not keep /readyz waiting, nor
// a long backup the operator.
// Thread safety: the awaitables on the admin loop; the rest on the owner's thread.
class ServerAudit : public http::AuditBook {
  public:
    // Checks the log from its first entry and says so in the log; what an intruder changed does not
    // stop a sale.
    ServerAudit(embedded::Storage storage, const std::filesystem::path& key_file,
                const TimeSource& time);
    ~ServerAudit() override { stop(); }

    // `home`: the admin loop.
    void start(boost::asio::io_context& home);
    // Finishes what is queued. REQUIRES: the admin loop has stopped and still exists.
    void stop();

    Work<AuditHead> record(AuditNote note) override;
    Work<AuditHead> head() override;
    Work<std::vector<AuditEntry>> page(std::uint64_t after, std::size_t limit) override;

  private:
    // At most as many wait as the admin site has calls in flight.
    template <class Value>
    Work<Value> on_own_thread(std::function<Result<Value, std::string>()> work);

    embedded::Storage storage_;
    const TimeSource& time_;
    embedded::AuditMac mac_;
    embedded::AuditLog log_;
    boost::asio::io_context* home_ = nullptr;
    runtime::Loop loop_{"audit"};
};

}  // namespace onsale::program
