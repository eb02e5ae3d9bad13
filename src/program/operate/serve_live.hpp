#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/http/api/measure/live_history.hpp"
#include "program/cluster/cluster_watch.hpp"
#include "program/operate/live_log.hpp"
#include "program/serve/serve_loop.hpp"

namespace onsale::program {

// Samples the live numbers at every whole second of the writer's clock. It asks each loop for its
// counters. When all have answered, it adds the counters of other processes and takes the events
// from the admin loop's view. A stuck loop delays the sample; the next row then covers the missed
// seconds.
// Thread safety: used on the admin loop; start() before it runs.
class LiveSampler {
  public:
    struct Parts {
        std::vector<ServingLoop*> loops;  // All loops, the admin loop last.
        const embedded::Writer& writer;
        http::LiveHistory& history;
        LiveLog& log;
        ClusterWatch* cluster = nullptr;  // Null: there are no other processes.
    };

    explicit LiveSampler(Parts parts);

    // Continues from the minutes that an earlier process stored.
    void start();
    // REQUIRES: the admin loop has stopped.
    void save() { parts_.log.save_all(parts_.history); }

  private:
    struct Gathering;

    void wait();
    void gather();
    void finish(const Gathering& gathering);

    Parts parts_;
    ServingLoop& admin_;
    boost::asio::steady_timer timer_;
};

}  // namespace onsale::program
