#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/limit/rate_limiter.hpp"
#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/operator/call/admin_call.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The operator's API, on its own listener and loop and on the unix socket. Every call needs the
// owner's key as a bearer token, except the two health routes and the console's own page. On the
// socket, the file's mode is the authorization. There are no cookies and no CORS, so a browser on
// another site cannot do anything here.
// REQUIRES: it outlives every call in flight; stop the loop first.
// Thread safety: its loop only.
class AdminSite : public Handler {
  public:
    struct Deps {
        LoopContext& context;
        operate::ServerOperations& server;
        operate::AuditBook& audit;
        const operate::LiveNumbers& live;
        LoopMetrics& metrics;
    };
    explicit AdminSite(const Deps& deps);

    void handle(const Request& request, Reply& reply) override;

  private:
    // Returns the refusal when the call may not be made.
    std::optional<AdminRefusal> check_key(const Request& request);
    Result<AdminCall, AdminRefusal> take_apart(const Request& request, const AdminRoute& route,
                                               std::array<std::string, 2> path_values);
    using CheckedCall = Result<AdminCall, AdminRefusal>;

    boost::asio::awaitable<void> run(const AdminRoute& route, CheckedCall call, LaterReply reply,
                                     Language language, std::optional<AuditNote> note);
    AdminWork perform(const AdminRoute& route, CheckedCall call);
    // No act without its audit entry. A change is recorded before it begins, and the result of
    // every act is recorded before it is answered.
    AdminWork perform_audited(const AdminRoute& route, CheckedCall call, AuditNote note);
    template <class To>
    void refuse(To& reply, const AdminRefusal& refusal, Language language);

    using Changed = std::multiset<std::string>;
    // Registers what a change is about while it is being made.
    class Changing {
      public:
        Changing(Changed& all, const std::string& key) : all_(all), own_(all.insert(key)) {}
        ~Changing() { all_.erase(own_); }
        Changing(const Changing&) = delete;
        Changing& operator=(const Changing&) = delete;

      private:
        Changed& all_;
        Changed::iterator own_;
    };

    LoopContext& context_;
    operate::ServerOperations& server_;
    operate::AuditBook& audit_;
    const operate::LiveNumbers& live_;
    LoopMetrics& metrics_;
    Changed changing_;  // Keys of events; the empty key for calls that change no event.
    const std::optional<GuestId> no_guest_;
    RateLimiter wrong_keys_;  // Counts wrong keys by address.
    std::size_t calls_in_flight_ = 0;
};

}  // namespace onsale::http
