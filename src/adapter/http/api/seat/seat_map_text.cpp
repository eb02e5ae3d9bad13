#include "adapter/http/api/seat/seat_map_text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/api/error/json_text.hpp"
#include "base/time_text.hpp"

namespace onsale::http {

using seat::SeatIndex;
using seat::SeatState;
using seat::StateCounts;

namespace {

// Below this size compression saves little, because headers dominate.
constexpr std::size_t kWorthPacking = 1024;

void append_key(std::string& out, std::string_view key, std::uint64_t value) {
    out += key;
    append_number(out, value);
}

// Counted by letter: paying counts as held, returned as sold. "Sold out" is computed differently
// (may return).
std::string counts_text(const StateCounts& counts) {
    std::string text;
    append_key(text, R"(,"counts":{"free":)", counts[SeatState::kFree]);
    append_key(text, R"(,"held":)", counts[SeatState::kHeld] + counts[SeatState::kPaying]);
    append_key(text, R"(,"sold":)", counts[SeatState::kSold] + counts[SeatState::kReturned]);
    append_key(text, R"(,"blocked":)", counts[SeatState::kBlocked]);
    append_key(text, R"(},"mayReturn":)", counts.may_return());
    text += counts.sold_out() ? R"(,"soldOut":true)" : R"(,"soldOut":false)";
    return text;
}

}  // namespace

char seat_letter(SeatState state) {
    switch (state) {
        case SeatState::kFree:
            return 'f';
        case SeatState::kHeld:
        case SeatState::kPaying:
            return 'h';
        case SeatState::kSold:
        case SeatState::kReturned:
            return 's';
        case SeatState::kBlocked:
            return 'b';
    }
    return 'b';
}

SeatMapTag::SeatMapTag(std::uint64_t version, const OwnHold* hold) {
    char* const end = text_.data() + text_.size();
    char* at = text_.data();
    *at++ = '"';
    at = std::to_chars(at, end, version).ptr;
    if (hold != nullptr) {
        *at++ = '-';
        at = std::to_chars(at, end, hold->revision).ptr;
    }
    *at++ = '"';
    size_ = static_cast<std::size_t>(at - text_.data());
}

SeatMapText::SeatMapText(std::string_view event, std::string_view performance)
    : names_(R"({"eventId":)") {
    append_json_string(names_, event);
    names_ += R"(,"performanceId":)";
    append_json_string(names_, performance);
}

void SeatMapText::look(const seat::SeatMap& map, Instant now, Instant known_at) {
    if (!taken_ || (map.version() != version_ && now - taken_at_ >= kPictureInterval)) {
        take_picture(map);
        taken_ = true;
        taken_at_ = now;
    }
    if (map.version() == version_) as_of_ = known_at;
}

void SeatMapText::take_picture(const seat::SeatMap& map) {
    version_ = map.version();
    states_.resize(map.states().size());
    std::ranges::transform(map.states(), states_.begin(), seat_letter);
    counts_ = counts_text(map.counts());
    whole_ = {head() + counts_ + R"(,"states":")" + states_ + '"'};
    changes_.clear();
}

std::string SeatMapText::head() const {
    std::string text = names_;
    append_key(text, R"(,"version":)", version_);
    return text;
}

// A version between this picture and the live map is from a picture of another loop. A client with
// that version misses nothing that this picture contains.
SeatMapText::Start* SeatMapText::changes(const seat::SeatMap& map, std::uint64_t since) {
    if (const auto known = changes_.find(since); known != changes_.end()) return &known->second;
    const bool behind = since < version_;
    if (changes_.size() >= kSinceVersionsMax || since > map.version() ||
        (behind && version_ - since > kSeatChangesMax))
        return nullptr;
    const auto seats = behind ? map.changed_since(since) : seat::Seats{};
    if (!seats) return nullptr;
    std::string text = changes_text(since, *seats);
    if (text.size() > whole_.text.size()) return nullptr;
    return &changes_.emplace(since, Start{std::move(text)}).first->second;
}

// Uses the states of the picture, so that they match the version. The list may include a seat that
// changed only after the picture; its state in the picture is still correct.
std::string SeatMapText::changes_text(std::uint64_t since, const seat::Seats& seats) const {
    std::string text = head();
    append_key(text, R"(,"since":)", since);
    text += counts_;
    text += R"(,"changes":[)";
    for (const SeatIndex seat : seats) {
        append_key(text, text.back() == '[' ? "[" : ",[", seat.value);
        text += ",\"";
        text += states_[seat.value];
        text += "\"]";
    }
    text += ']';
    return text;
}

bool SeatMapText::append(std::string& out, const seat::SeatMap& map, const SeatMapAsk& ask) {
    Start* start = ask.since ? changes(map, *ask.since) : nullptr;
    if (start == nullptr) start = &whole_;
    ending_.clear();
    append_ending(ending_, ask);
    if (!ask.gzip || start->text.size() < kWorthPacking) {
        out += start->text;
        out += ending_;
        return false;
    }
    if (!start->packed) start->packed.emplace(start->text);
    start->packed->append_with(out, ending_);
    return true;
}

void SeatMapText::append_ending(std::string& out, const SeatMapAsk& ask) {
    const OwnHold* const hold = ask.hold;
    out += R"(,"asOf":")";
    as_of_text_.append(out, as_of_);
    if (ask.degraded != Degraded::kNo) {
        out += R"(","degraded":")";
        out += to_word(ask.degraded);
    }
    out += R"(","mine":[)";
    if (hold == nullptr) {
        out += R"(],"hold":null})";
        return;
    }
    for (const SeatIndex seat : hold->seats)
        append_key(out, out.back() == '[' ? "" : ",", seat.value);
    out += hold->paying ? R"(],"hold":{"state":"paying","until":")"
                        : R"(],"hold":{"state":"held","until":")";
    out += format_iso_time(hold->until);
    out += hold->frozen ? R"(","frozen":true}})" : R"(","frozen":false}})";
}

}  // namespace onsale::http
