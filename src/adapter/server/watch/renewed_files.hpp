#pragma once

#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/server/loop/serving_loop.hpp"
#include "adapter/server/watch/site_source.hpp"
#include "adapter/server/watch/tls_files.hpp"

namespace onsale::server {

// Other programs renew the site's keys and the certificate. This looks every two seconds and hands
// the new ones to the loops.
// Thread safety: none; used on the operator's loop.
class RenewedFiles {
  public:
    // Everything outlives this.
    struct Deps {
        SiteSource& site;
        TlsFiles& tls;
        std::vector<ServingLoop*> guests;  // The loops whose listeners use the certificate.
        ServingLoop& operated;             // The operator's loop.
    };

    // Starts the checks if there is a file to look at. REQUIRES: no loop runs yet.
    explicit RenewedFiles(Deps deps);

  private:
    void wait();
    void look();

    Deps deps_;
    boost::asio::steady_timer timer_;
};

}  // namespace onsale::server
