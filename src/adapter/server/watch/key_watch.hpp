#pragma once

#include <functional>
#include <memory>

#include <boost/asio/steady_timer.hpp>

#include "base/time.hpp"
#include "token/key/shared_keys.hpp"

namespace onsale::server {

// Checks once a second whether the process that owns the keys has changed them.
// Thread safety: none; use it on its loop, which outlives it.
class KeyWatch {
  public:
    using Changed = std::function<void(const std::shared_ptr<const token::Keys>&)>;

    // Throws std::runtime_error that names the file and the fix.
    KeyWatch(const std::filesystem::path& folder, const TimeSource& time);

    std::shared_ptr<const token::Keys> keys() const { return keys_.keys(); }
    // Starts the checks. REQUIRES: the loop does not run yet.
    void start(boost::asio::io_context& loop, Changed changed);

  private:
    std::chrono::sys_seconds now() const;
    void wait();
    void look();

    const TimeSource& time_;
    token::SharedKeys keys_;
    Changed changed_;
    std::unique_ptr<boost::asio::steady_timer> timer_;
    bool failed_ = false;  // Logged once until it can be read again.
};

}  // namespace onsale::server
