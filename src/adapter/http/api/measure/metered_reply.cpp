#include "adapter/http/api/measure/metered_reply.hpp"

#include "adapter/http/api/context/guest_code.hpp"

namespace onsale::http {
namespace {

// A refused guest gets the code by which a service desk finds the story. Not with 404: those
// answers must be the same for somebody else's order and for an invalid one.
template <class To>
void pass_on(To& reply, const Answer& answer, const std::optional<GuestId>& guest) {
    constexpr int kNotFound = 404;
    if (!answer.refused || !guest || answer.status == kNotFound) return reply.answer(answer);
    const std::string headers =
        std::string{answer.headers} + "X-Guest-Code: " + guest_code(*guest) + "\r\n";
    Answer with_code = answer;
    with_code.headers = headers;
    reply.answer(with_code);
}

}  // namespace

class MeteredReply::Later final : public LaterReply::Target {
  public:
    explicit Later(MeteredReply& direct)
        : reply_(direct.reply_.later()),
          metrics_(direct.metrics_),
          log_(direct.log_),
          trace_(direct.request_, direct.route_, direct.guest_),
          started_(direct.started_) {}

    void answer(const Answer& answer) override {
        pass_on(reply_, answer, trace_.guest);
        const auto took = Clock::now() - started_;
        metrics_.answered(trace_.route, answer.status, took);
        if (log_.concerns(answer, took)) log_.note(trace_, answer, took);
    }
    void abandon() override {}

  private:
    LaterReply reply_;
    LoopMetrics& metrics_;
    RequestLog& log_;
    RequestTrace trace_;
    Clock::time_point started_;
};

void MeteredReply::answer(const Answer& answer) {
    pass_on(reply_, answer, guest_);
    const auto took = Clock::now() - started_;
    metrics_.answered(route_, answer.status, took);
    if (log_.concerns(answer, took)) [[unlikely]]
        log_.note({request_, route_, guest_}, answer, took);
}

LaterReply MeteredReply::later() {
    return LaterReply{std::make_shared<Later>(*this)};
}

EventStream MeteredReply::stream(std::string_view headers) {
    constexpr int kOk = 200;
    metrics_.answered(route_, kOk, Clock::now() - started_);
    return reply_.stream(headers);
}

}  // namespace onsale::http
