#pragma once

#include <string>
#include <thread>

#include <boost/asio/io_context.hpp>

namespace onsale::runtime {

// One io_context run by one thread: whatever lives on it needs no lock.
// Thread safety: post to context() from anywhere; start and join from one owner.
class Loop {
  public:
    explicit Loop(std::string name) : name_(std::move(name)) {}

    boost::asio::io_context& context() { return context_; }
    const std::string& name() const { return name_; }

    void start();
    void stop() { context_.stop(); }
    void join();

  private:
    std::string name_;
    boost::asio::io_context context_{1};
    std::thread thread_;
};

}  // namespace onsale::runtime
