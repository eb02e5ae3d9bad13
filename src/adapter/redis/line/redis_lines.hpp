#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/feed/view_feed.hpp"
#include "adapter/redis/line/join_lane.hpp"
#include "adapter/redis/store/code_verifier.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::redis {

struct LinesConfig {
    JoinConfig join;
    // Timeout of every other call, including the wait until our own view shows the result.
    std::chrono::milliseconds timeout{1000};
    std::size_t seen_calls_max = 256;  // Maximum number of calls in flight, of 8,000 numbers each.
    // Maximum number of presences per event that are kept for the next call after a failed one. The
    // rest is soon reported again by the guests themselves.
    std::size_t unseen_max = 1u << 20;
};

// WaitingLines on Redis: one script per call. The caller is answered when our own view shows the
// result.
class RedisLines : public waiting_room::WaitingLines {
  public:
    struct Deps {
        boost::asio::io_context& loop;
        ScriptCaller& caller;
        ViewFeed& feed;
        const waiting_room::RoomView& view;
        CodeVerifier& verifier;
    };
    RedisLines(Deps deps, LinesConfig config) : deps_(deps), config_(config) {}
    ~RedisLines() override;
    RedisLines(const RedisLines&) = delete;
    RedisLines& operator=(const RedisLines&) = delete;

    Call<waiting_room::command::Enter> call(waiting_room::command::Enter enter) override;
    Call<waiting_room::command::CheckEligibility> call(
        waiting_room::command::CheckEligibility check) override;
    Call<waiting_room::command::Leave> call(waiting_room::command::Leave leave) override;
    Call<waiting_room::command::Claim> call(waiting_room::command::Claim claim) override;
    Call<waiting_room::command::Complete> call(waiting_room::command::Complete complete) override;
    Call<waiting_room::command::Extend> call(waiting_room::command::Extend extend) override;
    Call<waiting_room::command::Revoke> call(waiting_room::command::Revoke revoke) override;
    Call<waiting_room::command::OfferPlace> call(waiting_room::command::OfferPlace offer) override;
    Call<waiting_room::command::TakePlace> call(waiting_room::command::TakePlace take) override;
    bool seen(waiting_room::EventId event, std::vector<waiting_room::Number> numbers,
              Duration covers) override;

  private:
    template <class Error>
    boost::asio::awaitable<Result<waiting_room::Number, Error>> run(
        std::string_view script, waiting_room::EventId event, std::vector<std::string> arguments,
        Error (*error_by)(std::string_view));
    waiting_room::Standing standing_before(const waiting_room::command::Enter& enter) const;
    bool knows(waiting_room::EventId event) const { return deps_.view.find(event) != nullptr; }
    JoinLane& lane(waiting_room::EventId event);
    void send_seen(waiting_room::EventId event, std::vector<waiting_room::Number> page,
                   Duration covers);

    Deps deps_;
    LinesConfig config_;
    std::map<waiting_room::EventId, std::shared_ptr<JoinLane>> lanes_;
    // Shared with the calls, which may outlive this object.
    struct Seen {
        std::size_t calls = 0;
        std::map<waiting_room::EventId, std::vector<waiting_room::Number>> failed;
    };
    std::shared_ptr<Seen> seen_ = std::make_shared<Seen>();
};

}  // namespace onsale::redis
