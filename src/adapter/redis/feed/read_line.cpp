#include "adapter/redis/feed/read_line.hpp"

#include <charconv>
#include <cstring>
#include <map>
#include <string_view>

#include "base/bytes.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::redis {

using namespace waiting_room;

namespace {

// A hash in the form of the answer to HGETALL.
class Fields {
  public:
    explicit Fields(const Reply& flat) {
        for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2)
            values_.emplace(flat.items[i].text, flat.items[i + 1].text);
    }

    std::string_view text(std::string_view name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? std::string_view{} : found->second;
    }
    // 0 for a missing field, as in the scripts.
    std::int64_t number(std::string_view name) const {
        const std::string_view digits = text(name);
        std::int64_t value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

  private:
    std::map<std::string_view, std::string_view> values_;
};

LineClock read_clock(const Fields& line) {
    std::optional<Instant> frozen_at;
    if (!line.text("frozen_at").empty()) frozen_at = instant_from_ms(line.number("frozen_at"));
    return LineClock::restored(Duration{line.number("behind")}, frozen_at);
}

template <class Integer>
bool take(std::string_view& text, Integer& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty()) text.remove_prefix(1);  // The blank or the end of the line.
    return true;
}

// Parses "attempt claimed keep deadline claim_by extensions own_end". Older rows lack the last
// field or both. The deadline then replaces the own end, as in the scripts.
std::optional<Admission> read_admission(std::string_view row) {
    int attempt = 0, claimed = 0, keep = 0;
    long long deadline = 0, claim_by = 0, own_end = 0;
    std::uint32_t extensions = 0;
    if (!take(row, attempt) || !take(row, claimed) || !take(row, keep) || !take(row, deadline) ||
        !take(row, claim_by))
        return std::nullopt;
    if (!row.empty() && !take(row, extensions)) return std::nullopt;
    if (row.empty()) own_end = deadline;
    if (!row.empty() && !take(row, own_end)) return std::nullopt;
    if (attempt < 1 || attempt > 2 || keep < 0 || keep > 2) return std::nullopt;
    return Admission{.attempt = static_cast<std::uint8_t>(attempt),
                     .claimed = claimed != 0,
                     .deadline = instant_from_ms(deadline),
                     .claim_by = instant_from_ms(claim_by),
                     .keep = static_cast<Keep>(keep),
                     .extensions = extensions,
                     .own_end = instant_from_ms(own_end)};
}

// The standings of a line that stores only the pages in use. `pages` is the size of a page, then
// the runs of consecutive pages: "first count". See records.lua.
std::optional<std::string> read_pages(std::string_view pages, std::string_view stored,
                                      std::uint32_t issued) {
    std::string standings(std::size_t{issued} + 1, '\0');
    std::uint64_t size = 0, first = 0, count = 0;
    if (!take(pages, size) || size == 0) return std::nullopt;
    while (!pages.empty()) {
        if (!take(pages, first) || !take(pages, count)) return std::nullopt;
        const std::string_view run = stored.substr(0, count * size);
        stored.remove_prefix(run.size());
        if (first * size >= standings.size()) continue;
        run.copy(standings.data() + first * size, standings.size() - first * size);
    }
    return standings;
}

bool is_admitted(const std::string& standings, Number number) {
    return number.value < standings.size() &&
           static_cast<Standing>(standings[number.value]) == Standing::kAdmitted;
}

bool read_ledger(const Reply& flat, const std::string& standings, Ledger& ledger) {
    for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2) {
        std::string_view name = flat.items[i].text;
        Number number;
        if (!take(name, number.value) || !is_admitted(standings, number)) return false;
        const auto admission = read_admission(flat.items[i + 1].text);
        if (!admission || ledger.find(number) != nullptr) return false;
        ledger.open(number, *admission);
    }
    return true;
}

bool read_moved(const Reply& flat, MovedPlaces& moved) {
    for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2) {
        std::string_view name = flat.items[i].text;
        const std::string& holder = flat.items[i + 1].text;
        Number number;
        GuestId guest;
        if (!take(name, number.value) || holder.size() != guest.bytes.size()) return false;
        std::memcpy(guest.bytes.data(), holder.data(), holder.size());
        moved.set(number, guest);
    }
    return true;
}

// A view answers admitted guests from the ledger, so standings and ledger must have the same
// guests.
bool is_sound(const LineImage& image) {
    std::uint32_t admitted = 0;
    for (const char standing : image.standings) {
        if (static_cast<unsigned char>(standing) >= kStandings) return false;
        admitted += static_cast<Standing>(standing) == Standing::kAdmitted ? 1 : 0;
    }
    return admitted == image.ledger.size();
}

bool read_definition(const Fields& event, LineImage& image) {
    ByteReader settings{event.text("settings")};
    ByteReader levers{event.text("levers")};
    image.settings = std::make_shared<const EventSettings>(load_settings(settings));
    image.levers = std::make_shared<const Levers>(load_levers(levers));
    return settings.ok() && levers.ok();
}

std::optional<Sha256Digest> read_digest(std::string_view bytes) {
    Sha256Digest digest;
    if (bytes.size() != digest.size()) return std::nullopt;
    std::memcpy(digest.data(), bytes.data(), bytes.size());
    return digest;
}

void read_state(const Fields& line, LineImage& image) {
    image.lifecycle = static_cast<Lifecycle>(line.number("lifecycle"));
    image.version = static_cast<std::uint32_t>(line.number("version"));
    const std::int64_t phase = line.number("phase");
    if (phase > 0) image.phase = static_cast<std::uint16_t>(phase - 1);
    image.draw_commitment = read_digest(line.text("commitment"));
    image.sold_out = line.number("sold_out") != 0;
    image.brake = static_cast<std::uint32_t>(line.number("brake"));
    image.clock = read_clock(line);
    image.waits_until = instant_from_ms(line.number("wait_until"));
    image.issued = static_cast<std::uint32_t>(line.number("issued"));
    image.admitted_total = static_cast<std::uint64_t>(line.number("admissions"));
    image.no_show_total = static_cast<std::uint64_t>(line.number("no_shows"));
}

}  // namespace

Result<LineAt, ReadLineError> read_line(const Reply& answer) {
    constexpr std::size_t kParts = 7;
    if (answer.items.size() != kParts) return fail(ReadLineError::kBroken);
    const Fields line{answer.items[2]};
    const Fields event{answer.items[3]};
    if (line.text("event").empty() || event.text("settings").empty())
        return fail(ReadLineError::kNoLine);
    const auto id = parse_stream_id(answer.items[0].text);
    LineAt at{id.value_or(StreamId{}), {}, read_digest(line.text("draw_root"))};
    read_state(line, at.image);
    at.image.standings = answer.items[4].text;
    if (const std::string_view pages = line.text("pages"); !pages.empty()) {
        auto standings = read_pages(pages, at.image.standings, at.image.issued);
        if (!standings) return fail(ReadLineError::kBroken);
        at.image.standings = *std::move(standings);
    }
    // Numbers that nobody got are missing at the end. An older version stored whole blocks.
    at.image.standings.resize(std::size_t{at.image.issued} + 1);
    const bool is_read = id && read_definition(event, at.image) &&
                         read_ledger(answer.items[5], at.image.standings, at.image.ledger) &&
                         read_moved(answer.items[6], at.image.moved) && is_sound(at.image);
    if (!is_read) return fail(ReadLineError::kBroken);
    return at;
}

}  // namespace onsale::redis
