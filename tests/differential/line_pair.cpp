#include "tests/differential/line_pair.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "adapter/redis/script/enter_args.hpp"
#include "adapter/redis/script/line_change.hpp"
#include "adapter/redis/script/line_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "base/bytes.hpp"
#include "tests/differential/fact_words.hpp"
#include "tests/differential/line_image_words.hpp"
#include "tests/differential/line_state.hpp"
#include "tests/differential/mismatch.hpp"

namespace onsale::differential {

using namespace waiting_room;

namespace {

// The lease uses real time and the test does not, so the lease is longer than any test.
constexpr std::string_view kLeaseMs = "3600000";
constexpr std::string_view kDeadlinesMax = "1000";
constexpr std::string_view kOwner = "the test";

// Replaces the effect of seat_select and seat_pay on an admission.
constexpr std::string_view kKeepScript = R"(
local number, keep, deadline = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
admission_of(number)
if deadline > 0 then deadline_set(number, deadline) end
if admission_of(number).keep ~= keep then admission_kept(number, keep) end
return {'ok', commit()}
)";

std::string text_of(const GuestId& guest) {
    return {reinterpret_cast<const char*>(guest.bytes.data()), guest.bytes.size()};
}

std::string packed(const std::vector<GuestId>& guests) {
    std::string text;
    for (const GuestId& guest : guests)
        text += text_of(guest);
    return text;
}

std::string text_of(const std::optional<GuestId>& guest) {
    return guest ? text_of(*guest) : std::string{};
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words)
        text += word + ' ';
    return text;
}

// All items except the stream id, which only Redis knows.
Words words_of(const Answer& answer) {
    Words words;
    for (std::size_t i = 0; i < answer.items.size(); ++i)
        if (i != 1) words.push_back(answer.items[i].word());
    return words;
}

}  // namespace

LinePair::LinePair(RedisLink& redis, const LineScripts& scripts, EventId event,
                   std::shared_ptr<const EventSettings> settings, Instant now)
    : redis_(redis),
      scripts_(scripts),
      keys_(redis::line_keys(event)),
      oracle_(event, settings, now),
      server_clock_(now) {
    set(fact::EventCreated{std::move(settings)});
}

Answer LinePair::ask(std::string_view script, Words arguments, const Words& expected) {
    arguments.insert(arguments.begin(), std::to_string(to_ms(server_clock_)));
    const std::array commands{call_of(script, arguments),
                              Words{"XRANGE", keys_[1], "(" + last_id_, "+"}};
    std::vector<Answer> answers = redis_.call_all(commands);
    require_equal("the answer of " + std::string{script}, joined(expected),
                  joined(words_of(answers[0])));
    compare_facts(answers[1], script);
    require_equal("the stream's id from " + std::string{script}, last_id_,
                  answers[0].items[1].text);
    return std::move(answers[0]);
}

void LinePair::compare_facts(const Answer& read, std::string_view script) {
    const std::string expected = oracle_.take_facts();
    std::string found;
    for (const Answer& entry : read.items) {
        last_id_ = entry.items[0].text;
        const auto& fields = entry.items[1].items;
        require_equal("the time of an entry", std::to_string(to_ms(now())), fields[1].text);
        found += fields[3].text;
        last_fact_at_ = now();
    }
    if (expected != found)
        require_equal("the facts of " + std::string{script}, fact_words(expected),
                      fact_words(found));
}

void LinePair::enter(const std::vector<Entering>& batch) {
    Words proofs;
    const Words expected = oracle_.enter(batch, scheduler_, proofs);
    std::vector<redis::Joining> guests;
    for (std::size_t i = 0; i < batch.size(); ++i)
        guests.push_back({batch[i].guest, batch[i].shown, proofs[i]});
    ask("line_enter", redis::line_enter_args(guests), expected);
}

void LinePair::leave(const command::Leave& leave) {
    const Words expected = oracle_.leave(leave);
    ask("line_leave", {std::to_string(leave.number.value), text_of(leave.guest)}, expected);
}

void LinePair::claim(const command::Claim& claim) {
    const Words expected = oracle_.claim(claim);
    ask("line_claim", {std::to_string(claim.admission.value), text_of(claim.guest)}, expected);
}

void LinePair::extend(const command::Extend& extend) {
    const Words expected = oracle_.extend(extend);
    ask("seat_extend",
        {std::to_string(extend.admission.value), text_of(extend.guest),
         std::to_string(extend.which)},
        expected);
}

void LinePair::complete(AdmissionId admission) {
    const Words expected = oracle_.complete({line().id(), admission});
    ask("line_complete", {std::to_string(admission.value)}, expected);
}

void LinePair::revoke(const command::Revoke& revoke) {
    const Words expected = oracle_.revoke(revoke);
    ask("line_revoke", {text_of(revoke.guest), revoke.bar ? "1" : "0"}, expected);
}

void LinePair::offer(const command::OfferPlace& offer) {
    const Words expected = oracle_.offer(offer);
    ask("line_offer",
        {std::to_string(offer.number.value), text_of(offer.guest),
         std::string{as_bytes(offer.code)}},
        expected);
}

void LinePair::take(const command::TakePlace& take) {
    const Words expected = oracle_.take(take);
    ask("line_take", {text_of(take.guest), std::string{as_bytes(take.code)}}, expected);
}

void LinePair::seen(const std::vector<Number>& numbers, Duration covers) {
    const Words expected = oracle_.seen(numbers, covers);
    std::string packed;
    ByteWriter out{packed};
    for (const Number number : numbers)
        out.fixed(number.value);
    ask("line_seen", {std::to_string(covers.count()), std::move(packed)}, expected);
}

void LinePair::admit(std::uint32_t limit) {
    const Words expected = oracle_.admit(limit);
    ask("line_admit", {std::to_string(fence_), std::to_string(limit)}, expected);
}

void LinePair::stale_admit() {
    ask("line_admit", {std::to_string(fence_ - 1), "1000"}, {"stale", "0", "-1"});
}

void LinePair::sweep(std::uint32_t from, std::uint32_t size) {
    const Words expected = oracle_.sweep(from, size);
    ask("line_sweep", {std::string{kDeadlinesMax}, std::to_string(from), std::to_string(size)},
        expected);
}

void LinePair::set(FactBody body) {
    const Facts facts{Fact{line().id(), std::move(body)}};
    oracle_.set(facts);
    apply({.facts = facts, .drawing = draw_ != nullptr});
}

void LinePair::apply(redis::LineChange change) {
    change.number = ++changes_;
    const Words arguments = redis::line_set_args(change, line());
    ask("line_set", arguments, {"ok"});
    // The relay may deliver a change twice.
    if (changes_ % 4 == 0) ask("line_set", arguments, {"seen"});
}

std::vector<DrawMember> LinePair::read_members() {
    constexpr std::uint32_t kPage = 100;
    std::vector<DrawMember> members;
    std::uint32_t issued = 1;
    for (std::uint32_t from = 1; from <= issued; from += kPage) {
        const Words arguments{"0", std::to_string(from), std::to_string(kPage)};
        const Answer page = redis_.call(call_of("line_members", arguments));
        issued = static_cast<std::uint32_t>(page.items[0].number);
        const std::string& standings = page.items[1].text;
        for (std::size_t i = 0; i < standings.size(); ++i) {
            if (!keeps_place(Standing{static_cast<std::uint8_t>(standings[i])})) continue;
            DrawMember member{Number{from + static_cast<std::uint32_t>(i)}, {}};
            std::memcpy(&member.guest, page.items[2].text.data() + i * sizeof(GuestId),
                        sizeof(GuestId));
            members.push_back(member);
        }
    }
    return members;
}

void LinePair::begin_draw() {
    ask("line_drawing", {}, {"ok"});
    oracle_.set_drawing(true);
    draw_ = std::make_shared<const Draw>(line().draw_secret().value(), read_members(),
                                         line().book().issued_count());
    places_drawn_ = 0;
}

void LinePair::draw_some(std::size_t count) {
    Words arguments{std::to_string(places_drawn_ + 1), ""};
    ByteWriter out{arguments.back()};
    while (count-- > 0 && places_drawn_ < draw_->member_count())
        out.fixed(draw_->number_at(Place{++places_drawn_}).value);
    ask("line_draw", arguments, {"ok"});
}

void LinePair::finish_draw() {
    while (places_drawn_ < draw_->member_count())
        draw_some(draw_->member_count());
    const Facts facts{{line().id(), fact::LobbyDrawn{draw_->root(), draw_}},
                      {line().id(), fact::LifecycleChanged{Lifecycle::kOpen}}};
    require_equal("the members", std::to_string(line().members().size()),
                  std::to_string(draw_->member_count()));
    oracle_.set_drawing(false);
    oracle_.block().drawn = line().book().issued_count();
    oracle_.set(facts);
    draw_.reset();
    apply({.facts = facts, .drawn = Number{line().book().issued_count()}});
    ask("line_drawing", {}, {"drawn"});
    ask("line_draw", {"1", ""}, {"stale"});
}

void LinePair::list_guests(const std::string& phase, const std::vector<GuestId>& guests) {
    oracle_.set({{line().id(), fact::GuestsListed{
                                   phase, std::make_shared<const std::vector<GuestId>>(guests)}}});
    (void)oracle_.take_facts();  // Views do not need the list of eligible guests.
    ask("line_allow", {phase, packed(guests)}, {"ok"});
}

void LinePair::bar_guests(const std::vector<GuestId>& guests, bool bar) {
    oracle_.bar_guests(guests, bar);
    ask("line_bar", {bar ? "1" : "0", packed(guests)}, {"ok"});
}

void LinePair::issue_codes(const std::string& phase, std::uint32_t uses,
                           const std::vector<Sha256Digest>& codes) {
    oracle_.set({{line().id(),
                  fact::CodesIssued{phase, uses,
                                    std::make_shared<const std::vector<Sha256Digest>>(codes)}}});
    (void)oracle_.take_facts();  // Only the sale store knows codes.
}

void LinePair::keep(Number number, Keep keep, Instant deadline) {
    Facts facts;
    if (deadline > Instant{})
        facts.push_back({line().id(), fact::AdmissionDeadlineSet{number, deadline}});
    if (line().ledger().find(number)->keep != keep)
        facts.push_back({line().id(), fact::AdmissionKept{number, keep}});
    oracle_.set(facts);
    const std::string text =
        std::string{redis::script_text("line_claim").prelude} + std::string{kKeepScript};
    Words words{"EVAL", text, std::to_string(keys_.size())};
    words.insert(words.end(), keys_.begin(), keys_.end());
    for (const long long value :
         {to_ms(now()), static_cast<long long>(number.value),
          static_cast<long long>(std::to_underlying(keep)), to_ms(deadline)})
        words.push_back(std::to_string(value));
    (void)redis_.call(words);
    compare_facts(redis_.call({"XRANGE", keys_[1], "(" + last_id_, "+"}), "keep");
}

void LinePair::hand_out(std::uint32_t gap, std::uint32_t size) {
    NumberBlock& block = oracle_.block();
    const std::uint32_t first = block.end + 1 + gap;
    const bool another = std::exchange(block.lost, false) || block.epoch_from == 0;
    if (another) block.epoch_from = first;
    block.end = first + size - 1;
    if (first - 1 > line().book().issued_count() && (gap > 0 || another))
        oracle_.set({{line().id(), fact::NumbersSkipped{{first - 1}}}});
    std::string epoch = redis_.call({"HGET", keys_[0], "epoch"}).text;
    if (another) epoch = std::to_string(std::stoul("0" + epoch) + 1);
    ask("line_block", {std::to_string(first), std::to_string(block.end)}, {"ok", epoch});
    ask("line_block", {std::to_string(first), std::to_string(block.end)}, {"seen", epoch});
}

void LinePair::lose_server() {
    oracle_.block().lost = true;
    redis_.call({"HSET", keys_[0], "run", "another"});
}

void LinePair::start_scheduler() {
    scheduler_ = true;
    Words arguments{std::to_string(to_ms(now())), std::string{kOwner}, std::string{kLeaseMs}};
    const Answer answer = redis_.call(call_of("line_lock", arguments));
    require_equal("the lease", "ok", answer.items[0].text);
    fence_ = static_cast<std::uint64_t>(answer.items[1].number);
}

void LinePair::stop_scheduler() {
    scheduler_ = false;
    Words arguments{std::to_string(to_ms(now())), std::string{kOwner}, std::to_string(fence_)};
    const Answer answer = redis_.call(call_of("line_unlock", arguments));
    require_equal("the lease given back", "ok", answer.items[0].text);
}

void LinePair::renew() {
    const auto word = [this](std::uint64_t fence) {
        const Words arguments{std::to_string(to_ms(now())), std::string{kOwner},
                              std::to_string(fence), std::string{kLeaseMs}};
        return redis_.call(call_of("line_renew", arguments)).items[0].text;
    };
    require_equal("a renewal", scheduler_ ? "ok" : "lost", word(fence_));
    require_equal("a renewal by an old fence", "lost", word(fence_ - 1));
}

void LinePair::compare_state() {
    differential::compare_state(redis_, keys_, line());
    const Words arguments{std::to_string(to_ms(server_clock_))};
    compare_image(redis_.call(call_of("line_read", arguments)), line(), last_id_);
}

}  // namespace onsale::differential
