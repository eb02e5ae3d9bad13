#include "adapter/http_client/client.hpp"

#include <utility>

#include "adapter/http_client/request_check.hpp"
#include "adapter/http_client/transfer.hpp"
#include "adapter/http_client/transfers.hpp"

namespace onsale::http_client {
namespace {

using boost::asio::awaitable;

// Holds shared ownership because it may outlive the client.
awaitable<CallResult> run_call(std::shared_ptr<Transfers> transfers, Request request) {
    if (auto fault = fault_in(request))
        co_return fail(CallError{.cause = CallCause::kBadRequest, .words = std::move(*fault)});
    if (auto refusal = transfers->refusal()) co_return fail(std::move(*refusal));
    Transfer transfer{*transfers, std::move(request)};
    co_return co_await transfer.run();
}

}  // namespace

Client::Client(boost::asio::io_context& loop, Config config)
    : transfers_(std::make_shared<Transfers>(loop, std::move(config))) {}

Client::~Client() {
    transfers_->close();
}

awaitable<CallResult> Client::call(Request request) {
    return run_call(transfers_, std::move(request));
}

}  // namespace onsale::http_client
