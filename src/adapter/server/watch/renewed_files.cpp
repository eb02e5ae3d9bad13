#include "adapter/server/watch/renewed_files.hpp"

#include <utility>

namespace onsale::server {

RenewedFiles::RenewedFiles(Deps deps) : deps_(std::move(deps)), timer_(deps_.operated.io()) {
    if (deps_.site.watches_file() || deps_.tls.current()) wait();
}

void RenewedFiles::wait() {
    constexpr std::chrono::seconds kLookEvery{2};
    timer_.expires_after(kLookEvery);
    timer_.async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        look();
        wait();
    });
}

void RenewedFiles::look() {
    if (deps_.site.watches_file())
        if (const auto keys = deps_.site.reload()) {
            deps_.operated.site().replace_site_keys(keys);
            for (ServingLoop* const loop : deps_.guests)
                loop->post([keys](ServingLoop& self) { self.site().replace_site_keys(keys); });
        }
    if (const auto tls = deps_.tls.reload())
        for (ServingLoop* const loop : deps_.guests)
            loop->post([tls](ServingLoop& self) { self.replace_tls(tls); });
}

}  // namespace onsale::server
