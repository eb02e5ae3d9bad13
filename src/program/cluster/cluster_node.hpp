#pragma once

#include <memory>

#include "program/config/config.hpp"

namespace onsale::http {
class WebFiles;
}  // namespace onsale::http

namespace onsale::program {

class ClusterTime;

// A process on Redis without the sale store. It has the roles queue, booking and scheduler, or some
// of them.
class ClusterNode {
  public:
    // REQUIRES: `time` has got the time from Redis. Throws when it cannot start, with a message
    // that names the key and the fix.
    ClusterNode(const Config& config, const ClusterTime& time, const http::WebFiles* web);
    ~ClusterNode();

    void start();
    // Finishes the requests in flight, then stops every thread.
    void stop();

  private:
    class Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace onsale::program
