#include "adapter/redis/line/redis_lines.hpp"

#include <algorithm>

#include <boost/asio/co_spawn.hpp>

#include "adapter/redis/call/line_words.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "base/bytes.hpp"
#include "base/sha256.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EnterError;
using waiting_room::EventId;
using waiting_room::MoveError;
using waiting_room::Number;
using waiting_room::PlaceError;
using waiting_room::Standing;
using namespace waiting_room::command;

namespace {

// Limit of line_seen, which blocks Redis for a few milliseconds.
constexpr std::size_t kSeenMax = 8000;

std::string guest_or_none(const std::optional<GuestId>& guest) {
    return guest ? guest_arg(*guest) : std::string{};
}

std::string packed(std::span<const Number> numbers) {
    std::string bytes;
    ByteWriter out{bytes};
    for (const Number number : numbers)
        out.fixed(number.value);
    return bytes;
}

}  // namespace

RedisLines::~RedisLines() {
    for (const auto& [event, lane] : lanes_)
        lane->close();
}

JoinLane& RedisLines::lane(EventId event) {
    auto& lane = lanes_[event];
    if (!lane)
        lane =
            std::make_shared<JoinLane>(deps_.loop, deps_.caller, deps_.feed, event, config_.join);
    return *lane;
}

Standing RedisLines::standing_before(const Enter& enter) const {
    if (!enter.shown) return Standing::kNone;
    const Standing known = deps_.feed.lost(enter.event, *enter.shown);
    return known == Standing::kNone && enter.was_inside ? Standing::kAdmitted : known;
}

Call<Enter> RedisLines::call(Enter enter) {
    if (!knows(enter.event)) co_return fail(EnterError::kUnknownEvent);
    Joining joining{.guest = enter.guest,
                    .shown = enter.shown.value_or(Number{0}),
                    .proof = claims_proof(enter),
                    .was = standing_before(enter),
                    .only_back = enter.only_back};
    JoinLane& its_lane = lane(enter.event);
    if (enter.code) {
        auto proof = co_await deps_.verifier.prove(std::move(enter));
        if (!proof) co_return fail(proof.error());
        joining.proof = *std::move(proof);
    }
    co_return co_await its_lane.enter(std::move(joining));
}

Call<CheckEligibility> RedisLines::call(CheckEligibility check) {
    if (!knows(check.event)) co_return fail(EnterError::kUnknownEvent);
    co_return co_await deps_.verifier.check(std::move(check));
}

template <class Error>
awaitable<Result<Number, Error>> RedisLines::run(std::string_view script, EventId event,
                                                 std::vector<std::string> arguments,
                                                 Error (*error_by)(std::string_view)) {
    if (!knows(event)) co_return fail(Error::kUnknownEvent);
    const Deadline deadline = std::chrono::steady_clock::now() + config_.timeout;
    ViewFeed& feed = deps_.feed;
    const auto answer = co_await deps_.caller.change(script, event, std::move(arguments), deadline);
    if (!answer) co_return fail(error_of<Error>(answer.error()));
    if (answer->word != "ok") co_return fail(error_by(answer->word));
    if (!co_await feed.wait_applied(event, answer->id, deadline))
        co_return fail(Error::kOutcomeUnknown);
    co_return answer->number();
}

Call<Leave> RedisLines::call(Leave leave) {
    return run("line_leave", leave.event,
               {std::to_string(leave.number.value), guest_or_none(leave.guest)}, place_error);
}

Call<Claim> RedisLines::call(Claim claim) {
    return run("line_claim", claim.event,
               {std::to_string(claim.admission.value), guest_or_none(claim.guest)}, place_error);
}

Call<Complete> RedisLines::call(Complete complete) {
    return run("line_complete", complete.event, {std::to_string(complete.admission.value)},
               place_error);
}

Call<Extend> RedisLines::call(Extend extend) {
    return run("seat_extend", extend.event,
               {std::to_string(extend.admission.value), guest_or_none(extend.guest),
                std::to_string(extend.which)},
               place_error);
}

Call<Revoke> RedisLines::call(Revoke revoke) {
    CodeVerifier& verifier = deps_.verifier;
    auto outcome = co_await run("line_revoke", revoke.event,
                                {guest_arg(revoke.guest), revoke.bar ? "1" : "0"}, place_error);
    // A bar is confirmed only if both Redis and the sale store have it.
    if (outcome && revoke.bar && !co_await verifier.bar(revoke.event, revoke.guest))
        co_return fail(PlaceError::kOutcomeUnknown);
    co_return outcome;
}

Call<OfferPlace> RedisLines::call(OfferPlace offer) {
    return run("line_offer", offer.event,
               {std::to_string(offer.number.value), guest_arg(offer.guest),
                std::string{as_bytes(offer.code)}},
               move_error);
}

Call<TakePlace> RedisLines::call(TakePlace take) {
    return run("line_take", take.event, {guest_arg(take.guest), std::string{as_bytes(take.code)}},
               move_error);
}

bool RedisLines::seen(EventId event, std::vector<Number> numbers, Duration covers) {
    const auto unseen = seen_->failed.find(event);
    const std::size_t again = unseen == seen_->failed.end() ? 0 : unseen->second.size();
    const std::size_t calls = (numbers.size() + again + kSeenMax - 1) / kSeenMax;
    if (!knows(event) || seen_->calls + calls > config_.seen_calls_max) return false;
    if (again > 0) {
        numbers.insert(numbers.end(), unseen->second.begin(), unseen->second.end());
        seen_->failed.erase(unseen);
    }
    // Numbers of a page are close together, so the script writes them with few commands.
    std::ranges::sort(numbers);
    numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
    for (std::size_t from = 0; from < numbers.size(); from += kSeenMax) {
        const auto page =
            std::span{numbers}.subspan(from, std::min(kSeenMax, numbers.size() - from));
        send_seen(event, {page.begin(), page.end()}, covers);
    }
    return true;
}

void RedisLines::send_seen(EventId event, std::vector<Number> page, Duration covers) {
    const Deadline deadline = std::chrono::steady_clock::now() + config_.timeout;
    ++seen_->calls;
    auto call = deps_.caller.ask("line_seen", event, {std::to_string(covers.count()), packed(page)},
                                 deadline);
    const auto done = [seen = seen_, event, max = config_.unseen_max, page = std::move(page)](
                          const std::exception_ptr&, const CallResult& answer) {
        --seen->calls;
        if (answer) return;
        auto& failed = seen->failed[event];
        const std::size_t room = max - std::min(max, failed.size());
        const auto end = page.begin() + static_cast<std::ptrdiff_t>(std::min(room, page.size()));
        failed.insert(failed.end(), page.begin(), end);
    };
    boost::asio::co_spawn(deps_.loop, std::move(call), done);
}

}  // namespace onsale::redis
