#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http::testing {

// The answer of a handler, given immediately or later.
struct Answered {
    int status = 0;
    std::string headers;
    std::string body;

    boost::json::value json() const { return boost::json::parse(body); }
    std::string text(std::string_view name) const {
        return std::string{json().at(name).as_string()};
    }
    std::string code() const { return text("code"); }
    std::string details() const { return boost::json::serialize(json().at("details")); }
    bool says(std::string_view header) const { return headers.find(header) != headers.npos; }
    bool reads(std::string_view words) const { return body.find(words) != body.npos; }
};

class TestReply : public Reply {
  public:
    explicit TestReply(std::shared_ptr<Answered> answered)
        : target_(std::make_shared<Target>(std::move(answered))) {}

    void answer(const Answer& answer) override { target_->answer(answer); }
    LaterReply later() override { return LaterReply{target_}; }
    EventStream stream(std::string_view) override { return EventStream{nullptr}; }

  private:
    struct Target : LaterReply::Target {
        explicit Target(std::shared_ptr<Answered> to) : answered(std::move(to)) {}
        void answer(const Answer& answer) override {
            *answered = {answer.status, std::string{answer.headers}, std::string{answer.body}};
        }
        void abandon() override {}
        std::shared_ptr<Answered> answered;
    };
    std::shared_ptr<Target> target_;
};

// Handles the request and runs the loop until it has no more work.
inline Answered call(Handler& site, boost::asio::io_context& loop, Request request,
                     std::vector<Header> headers = {}) {
    const auto answered = std::make_shared<Answered>();
    TestReply reply{answered};
    headers.push_back({"Host", "tickets.example"});
    request.headers = headers;
    site.handle(request, reply);
    loop.restart();
    loop.run();
    return *answered;
}

}  // namespace onsale::http::testing
