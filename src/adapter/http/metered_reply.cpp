#include "adapter/http/metered_reply.hpp"

namespace onsale::http {

class MeteredReply::Later final : public LaterReply::Target {
  public:
    Later(LaterReply reply, LoopMetrics& metrics, MeteredRoute route, Clock::time_point started)
        : reply_(std::move(reply)), metrics_(metrics), route_(route), started_(started) {}

    void answer(const Answer& answer) override {
        reply_.answer(answer);
        metrics_.answered(route_, answer.status, Clock::now() - started_);
    }
    void abandon() override {}

  private:
    LaterReply reply_;
    LoopMetrics& metrics_;
    MeteredRoute route_;
    Clock::time_point started_;
};

void MeteredReply::answer(const Answer& answer) {
    reply_.answer(answer);
    metrics_.answered(route_, answer.status, Clock::now() - started_);
}

LaterReply MeteredReply::later() {
    return LaterReply{std::make_shared<Later>(reply_.later(), metrics_, route_, started_)};
}

EventStream MeteredReply::stream(std::string_view headers) {
    constexpr int kOk = 200;
    metrics_.answered(route_, kOk, Clock::now() - started_);
    return reply_.stream(headers);
}

}  // namespace onsale::http
