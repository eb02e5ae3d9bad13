#pragma once

#include <string>
#include <thread>

#include <boost/asio/io_context.hpp>

namespace onsale::runtime {

// One io_context that is run by one thread. Objects that are used only on the loop need no locks.
// Thread safety: any thread may post to context(); one owner calls start and join.
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
