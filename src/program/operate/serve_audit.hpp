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

// The keyed hash of the chain. Creates the key file if there is none. Throws std::runtime_error
// when it cannot be used.
embedded::AuditMac audit_mac(const std::filesystem::path& key_file);

// The audit log of a server, on its own thread. So a slow disk does not delay /readyz, and a long
// backup does not delay the operator.
// Thread safety: awaitables on the admin loop; the rest on the owner's thread.
class ServerAudit : public http::AuditBook {
  public:
    // Checks the log from its first entry and writes the result to the server's log. A manipulated
    // audit log does not stop a sale.
    ServerAudit(embedded::Storage storage, const std::filesystem::path& key_file,
                const TimeSource& time);
    ~ServerAudit() override { stop(); }

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

    embedded::Storage storage_;
    const TimeSource& time_;
    embedded::AuditMac mac_;
    embedded::AuditLog log_;
    boost::asio::io_context* home_ = nullptr;
    runtime::Loop loop_{"audit"};
};

}  // namespace onsale::program
