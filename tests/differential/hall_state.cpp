#include "tests/differential/hall_state.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>

#include "adapter/redis/hall/read_halls.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "sale/domain/rule/test_sale_rules.hpp"
#include "tests/differential/mismatch.hpp"

namespace onsale::differential {

using sale::HallId;
using seat::SeatState;

namespace {

using Lines = std::vector<std::string>;

// ARGV: line time, guests. Returns one line of text per visit that is still needed.
constexpr std::string_view kVisits = R"(
local lines, now = {}, tonumber(ARGV[1])
for i = 2, #ARGV do
  local key = 'visit:{1}:' .. ARGV[i]
  local flat, stays = redis.call('HGETALL', key), false
  for j = 1, #flat, 2 do
    local v, back = cmsgpack.unpack(flat[j + 1]), {}
    stays = stays or v.state ~= 0 or v.bought > 0
    for k = 1, #v.back, 2 do
      if v.back[k + 1] > now then back[#back + 1] = v.back[k] .. '@' .. v.back[k + 1] end
    end
    if v.state ~= 0 or v.forget_at > now then
      lines[#lines + 1] = table.concat({i - 2, flat[j], v.admission, v.state, v.deadline,
        table.concat(v.seats, ','), table.concat(back, ',')}, ' ')
    end
    if v.bought > 0 then
      lines[#lines + 1] = table.concat({i - 2, flat[j], 'bought', v.bought}, ' ')
    end
  end
  if #flat > 0 and (redis.call('PTTL', key) == -1) ~= stays then
    lines[#lines + 1] = i - 2 .. ' has a wrong TTL'
  end
end
return lines
)";

bool is_owned(SeatState state) {
    return state == SeatState::kHeld || state == SeatState::kPaying || state == SeatState::kSold;
}

std::string text(Lines lines) {
    std::ranges::sort(lines);
    return fmt::format("\n    {}", fmt::join(lines, "\n    "));
}

std::string number(Instant instant) {
    return std::to_string(to_ms(instant));
}

// A hash, or a sorted set with its scores, as lines of text.
Lines pairs(const Answer& flat) {
    Lines lines;
    for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2)
        lines.push_back(flat.items[i].text + " = " + flat.items[i + 1].text);
    return lines;
}

// Converts to the reply type of the client.
redis::Reply as_reply(const Answer& answer) {
    if (answer.items.empty()) return redis::Reply::bulk(answer.text);
    std::vector<redis::Reply> items;
    for (const Answer& item : answer.items)
        items.push_back(as_reply(item));
    return redis::Reply::array(std::move(items));
}

class Comparison {
  public:
    Comparison(RedisLink& redis, const HallPair& pair, std::span<const GuestId> guests)
        : redis_(redis), pair_(pair), guests_(guests) {}

    void run() {
        for (const HallId id : {HallPair::kFriday, HallPair::kSunday})
            compare_hall(id);
        compare_visits();
        compare_ledger();
        compare_sums();
        require_equal("keys of owners", std::to_string(taken_), count("seat:{1}:*"));
        require_equal("keys of buyers", std::to_string(sold_), count("confirmed:{1}:*"));
        require_equal("admissions to follow", "0", redis_.call({"ZCARD", "gone:{1}"}).word());
        const sale::SaleView made{pair_.oracle().state()};
        require_equal("the view", "", sale::difference(pair_.view(), made, HallOracle::kEvent));
        compare_holds(pair_.view(), made);
        compare_anew(made);
    }

  private:
    std::string key(std::string_view name, HallId id) const {
        return std::string{name} + ":{1}:" + pair_.performance(id);
    }
    std::string count(const std::string& pattern) {
        return std::to_string(redis_.call({"KEYS", pattern}).items.size());
    }

    void compare_holds(const sale::SaleView& view, const sale::SaleView& made) {
        for (const HallId id : {HallPair::kFriday, HallPair::kSunday}) {
            for (const GuestId& guest : guests_)
                require_equal(
                    "a hold in the view", "",
                    sale::difference(view.find(id)->hold(guest), made.find(id)->hold(guest)));
            require_equal(
                "house seats", "same",
                view.find(id)->house_seats() == made.find(id)->house_seats() ? "same" : "others");
        }
    }

    // Compares a view that starts from the current data in Redis.
    void compare_anew(const sale::SaleView& made) {
        const Answer answer = redis_.call(
            RedisLink::script_call(redis::script_text("line_halls").sha1,
                                   redis::line_keys(HallOracle::kEvent), {number(pair_.now())}));
        auto halls = redis::read_halls(as_reply(answer));
        if (!halls) throw Mismatch{"the halls cannot be read"};
        for (sale::HallImage& hall : halls->image.halls) {
            sale::Facts opened;
            if (!sale::load(redis_.call({"GET", key("plan", hall.id)}).text, opened))
                throw Mismatch{"the plan cannot be read"};
            hall.plan = std::get<sale::fact::HallOpened>(opened.at(0)).plan;
            hall.seating = std::make_shared<const seat::Seating>(*hall.plan);
        }
        // Redis does not store these.
        halls->image.settings = pair_.oracle().state().settings(HallOracle::kEvent);
        halls->image.levers = pair_.oracle().state().levers(HallOracle::kEvent);
        sale::SaleView anew;
        anew.start_anew(HallOracle::kEvent, std::move(halls->image));
        require_equal("a view anew", "", sale::difference(anew, made, HallOracle::kEvent));
        compare_holds(anew, made);
    }

    void compare_hall(HallId id) {
        const seat::Hall& hall = pair_.oracle().hall(id);
        compare_seats(id, hall);
        Lines shown{"version = " + std::to_string(hall.map().version())};
        Lines fences;
        for (std::uint32_t i = 0; i < hall.seating().size(); ++i) {
            if (const std::string word = shown_word(hall, {i}); !word.empty())
                shown.push_back(fmt::format("{} = {}", i, word));
            if (hall.fence({i}) != 0) fences.push_back(fmt::format("{} = {}", i, hall.fence({i})));
        }
        require_equal("what clients see", text(shown),
                      text(pairs(redis_.call({"HGETALL", key("seats", id)}))));
        require_equal("fences", text(fences),
                      text(pairs(redis_.call({"HGETALL", key("fence", id)}))));
        Lines holds;
        for (const auto& [deadline, guest] : hall.hold_deadlines().in_order())
            holds.push_back(redis::guest_arg(guest) + " = " + number(deadline));
        require_equal(
            "holds", text(holds),
            text(pairs(redis_.call({"ZRANGE", key("holds", id), "0", "-1", "WITHSCORES"}))));
    }

    static std::string shown_word(const seat::Hall& hall, seat::SeatIndex seat) {
        const auto owner = [&] { return redis::guest_arg(*hall.owner(seat)); };
        switch (hall.state(seat)) {
            case SeatState::kFree:
                return "";
            case SeatState::kHeld:
                return "holding:" + owner();
            case SeatState::kPaying:
                return "paying:" + owner();
            case SeatState::kSold:
                return "confirmed:" + owner();
            case SeatState::kReturned:
                return "returned";
            case SeatState::kBlocked:
                return "blocked";
        }
        return "?";
    }

    // Reads the seats with hall_read, in two pages.
    void compare_seats(HallId id, const seat::Hall& hall) {
        const std::uint32_t size = hall.seating().size();
        Lines found;
        Lines shown;
        for (std::uint32_t first = 0; first < size; first += size / 2 + 1) {
            std::ranges::move(read_page(id, first, size / 2 + 1, "decided"),
                              std::back_inserter(found));
            std::ranges::move(read_page(id, first, size / 2 + 1, "shown"),
                              std::back_inserter(shown));
        }
        Lines expected(2, counts(hall));
        for (std::uint32_t i = 0; i < size; ++i) {
            const seat::SeatIndex seat{i};
            const SeatState state = hall.state(seat);
            expected.push_back(fmt::format("{} is {}", i, static_cast<int>(state)));
            if (is_owned(state)) expected.push_back(owned_line(hall, seat));
            if (state != SeatState::kReturned) continue;
            const bool waits = !hall.returns().contains(seat);
            expected.push_back(
                fmt::format("{} returns {}", i, waits ? "inf" : number(hall.returns().at(seat))));
        }
        require_equal("the hall", text(expected), text(found));
        require_equal("the hall as it is shown", text(expected), text(shown));
    }

    std::string owned_line(const seat::Hall& hall, seat::SeatIndex seat) {
        const GuestId owner = *hall.owner(seat);
        const SeatState state = hall.state(seat);
        (state == SeatState::kSold ? sold_ : taken_) += 1;
        std::string until = state == SeatState::kSold ? "0" : "paying";
        if (state == SeatState::kHeld)
            until = number(hall.visit(owner, pair_.line_now())->deadline);
        return fmt::format("{} owned {} {} {}", seat.value, hall.fence(seat),
                           redis::guest_arg(owner), until);
    }

    static std::string counts(const seat::Hall& hall) {
        std::string line = fmt::format("version {} counts", hall.map().version());
        for (std::size_t i = 0; i < seat::kSeatStates; ++i)
            line += fmt::format(" {}", hall.map().counts()[static_cast<SeatState>(i)]);
        return line + fmt::format(" free {}", hall.map().counts()[SeatState::kFree]);
    }

    Lines read_page(HallId id, std::uint32_t first, std::uint32_t count, std::string how) {
        const Words keys = redis::hall_keys(HallOracle::kEvent, pair_.performance(id));
        const Answer page = redis_.call(RedisLink::script_call(
            redis::script_text("hall_read").sha1, keys,
            {number(pair_.now()), std::to_string(first), std::to_string(count), std::move(how)}));
        std::string head = fmt::format("version {} counts", page.items[2].number);
        for (const Answer& one : page.items[3].items)
            head += fmt::format(" {}", one.number);
        Lines lines{head + fmt::format(" free {}", page.items[4].number)};
        const std::string& states = page.items[5].text;
        for (std::size_t i = 0; i < states.size(); ++i)
            lines.push_back(fmt::format("{} is {}", first + i, static_cast<int>(states[i])));
        const auto& owned = page.items[6].items;
        for (std::size_t i = 0; i < owned.size(); i += 4) {
            const auto seat = static_cast<std::uint32_t>(owned[i].number);
            const bool paying = states[seat - first] == static_cast<char>(SeatState::kPaying);
            lines.push_back(fmt::format("{} owned {} {} {}", seat, owned[i + 1].number,
                                        owned[i + 2].text,
                                        paying ? "paying" : owned[i + 3].word()));
            if (paying &&
                redis_.call({"PTTL", key("seat", id) + ':' + std::to_string(seat)}).number != -1)
                lines.push_back("a TTL while paying");
        }
        const auto& returned = page.items[7].items;
        for (std::size_t i = 0; i < returned.size(); i += 2)
            lines.push_back(
                fmt::format("{} returns {}", returned[i].number, returned[i + 1].word()));
        return lines;
    }

    void compare_visits() {
        Words words{"EVAL", std::string{kVisits}, "0", number(pair_.line_now())};
        Lines expected;
        for (std::size_t i = 0; i < guests_.size(); ++i) {
            words.push_back(redis::guest_arg(guests_[i]));
            for (const HallId id : {HallPair::kFriday, HallPair::kSunday})
                expect_visit(i, id, expected);
        }
        Lines found;
        for (const Answer& line : redis_.call(words).items)
            found.push_back(line.text);
        require_equal("visits", text(expected), text(found));
    }

    void expect_visit(std::size_t index, HallId id, Lines& lines) {
        const GuestId& guest = guests_[index];
        const std::string head = fmt::format("{} {}", index, pair_.performance(id));
        if (const auto bought = pair_.oracle().bought(id, guest); bought != 0)
            lines.push_back(fmt::format("{} bought {}", head, bought));
        const seat::Visit* const visit = pair_.oracle().hall(id).visit(guest, pair_.line_now());
        if (visit == nullptr) return;
        Lines seats;
        for (const seat::SeatIndex seat : visit->seats)
            seats.push_back(std::to_string(seat.value));
        Lines back;
        for (const seat::GivenBack& one : visit->given_back)
            if (one.until > pair_.line_now())
                back.push_back(fmt::format("{}@{}", one.seat.value, to_ms(one.until)));
        lines.push_back(fmt::format("{} {} {} {} {} {}", head, visit->admission.value,
                                    static_cast<int>(visit->state), to_ms(visit->deadline),
                                    fmt::join(seats, ","), fmt::join(back, ",")));
    }

    void compare_ledger() {
        Lines expected;
        for (const auto& [number, admission] : pair_.oracle().line().ledger())
            expected.push_back(fmt::format("{} = {} {} {} {} {} {} {}", number.value,
                                           admission.attempt, admission.claimed ? 1 : 0,
                                           static_cast<int>(admission.keep),
                                           to_ms(admission.deadline), to_ms(admission.claim_by),
                                           admission.extensions, to_ms(admission.own_end)));
        require_equal("the ledger", text(expected),
                      text(pairs(redis_.call({"HGETALL", "admission:{1}"}))));
    }

    void compare_sums() {
        std::map<std::string, std::uint64_t> sums{{"perf:fri", 1}, {"perf:sun", 2}};
        for (const auto& [id, hall] : pair_.oracle().state().halls()) {
            sums["total"] += hall.seats.seating().size();
            for (std::size_t i = 0; i < seat::kSeatStates; ++i)
                sums[std::to_string(i)] += hall.seats.map().counts()[static_cast<SeatState>(i)];
        }
        Lines expected;
        for (const auto& [name, value] : sums)
            expected.push_back(fmt::format("{} = {}", name, value));
        Lines found = pairs(redis_.call({"HGETALL", "halls:{1}"}));
        require_equal("the sums", text(expected), text(found));
        require_equal("sold out", pair_.oracle().line().sold_out() ? "1" : "0",
                      redis_.call({"HGET", "line:{1}", "sold_out"}).word());
    }

    RedisLink& redis_;
    const HallPair& pair_;
    std::span<const GuestId> guests_;
    std::size_t taken_ = 0;
    std::size_t sold_ = 0;
};

}  // namespace

void compare_halls(RedisLink& redis, const HallPair& pair, std::span<const GuestId> guests) {
    Comparison{redis, pair, guests}.run();
}

}  // namespace onsale::differential
