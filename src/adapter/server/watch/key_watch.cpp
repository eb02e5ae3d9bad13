#include "adapter/server/watch/key_watch.hpp"

#include "runtime/log.hpp"

namespace onsale::server {

KeyWatch::KeyWatch(const std::filesystem::path& folder, const TimeSource& time)
    : time_(time), keys_(folder, now()) {}

std::chrono::sys_seconds KeyWatch::now() const {
    return std::chrono::floor<std::chrono::seconds>(time_.wall());
}

void KeyWatch::start(boost::asio::io_context& loop, Changed changed) {
    changed_ = std::move(changed);
    timer_ = std::make_unique<boost::asio::steady_timer>(loop);
    wait();
}

void KeyWatch::wait() {
    timer_->expires_after(std::chrono::seconds{1});
    timer_->async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        look();
        wait();
    });
}

void KeyWatch::look() {
    const auto loaded = keys_.reload(now());
    if (loaded && *loaded != nullptr) changed_(*loaded);
    if (!loaded && !failed_)
        runtime::log(runtime::LogLevel::kError, "the key file cannot be read; the keys stay",
                     {{"error", loaded.error()}});
    failed_ = !loaded;
}

}  // namespace onsale::server
