#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/server/live/live_history.hpp"
#include "adapter/server/live/live_log.hpp"
#include "adapter/server/loop/serving_loop.hpp"
#include "adapter/server/operate/cluster_watch.hpp"

namespace onsale::server {

// Samples the live numbers at every whole second of the writer's clock. It asks each loop for its
// counters. When all have answered, it adds the counters of other processes and takes the events
// from the admin loop's view. A stuck loop delays the sample; the next row then covers the missed
// seconds.
// Thread safety: used on the admin loop; start() before it runs.
class LiveSampler {
  public:
    struct Deps {
        std::vector<ServingLoop*> loops;  // All loops, the admin loop last.
        const embedded::Writer& writer;
        LiveHistory& history;
        LiveLog& log;
        ClusterWatch* cluster = nullptr;  // Null: there are no other processes.
    };

    explicit LiveSampler(Deps deps);

    // Continues from the minutes that an earlier process stored.
    void start();
    // REQUIRES: the admin loop has stopped.
    void save() { deps_.log.save_all(deps_.history); }

  private:
    struct Gathering;

    void wait();
    void gather();
    void finish(const Gathering& gathering);

    Deps deps_;
    ServingLoop& admin_;
    boost::asio::steady_timer timer_;
};

}  // namespace onsale::server
