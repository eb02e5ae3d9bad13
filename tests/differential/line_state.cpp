#include "tests/differential/line_state.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "tests/differential/mismatch.hpp"

namespace onsale::differential {

using namespace waiting_room;

namespace {

using Hash = std::map<std::string, std::string>;
using Scores = std::map<std::string, std::string>;

std::string text_of(const GuestId& guest) {
    return {reinterpret_cast<const char*>(guest.bytes.data()), guest.bytes.size()};
}

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        char pair[3];
        std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(c));
        text += pair;
    }
    return text;
}

Hash pairs_of(const Answer& flat) {
    Hash pairs;
    for (std::size_t i = 0; i + 1 < flat.items.size(); i += 2)
        pairs[flat.items[i].text] = flat.items[i + 1].text;
    return pairs;
}

// All data about the line in Redis.
class Stored {
  public:
    Stored(RedisLink& redis, const Words& keys) : redis_(redis), keys_(keys), line_(hash(0)) {}

    Hash hash(std::size_t key) { return pairs_of(redis_.call({"HGETALL", keys_[key]})); }
    Scores scores(std::size_t key) {
        return pairs_of(redis_.call({"ZRANGE", keys_[key], "0", "-1", "WITHSCORES"}));
    }
    Answer in_order(std::size_t key) {
        return redis_.call({"ZRANGE", keys_[key], "0", "-1", "WITHSCORES"});
    }
    std::string string(std::size_t key) { return redis_.call({"GET", keys_[key]}).text; }
    Hash members(std::size_t key) {
        Hash members;
        for (const Answer& member : redis_.call({"SMEMBERS", keys_[key]}).items)
            members[member.text] = "";
        return members;
    }
    long long field(const std::string& name) const {
        const auto found = line_.find(name);
        return found == line_.end() || found->second.empty() ? 0 : std::stoll(found->second);
    }
    std::string text(const std::string& name) const { return line_.at(name); }
    bool has(const std::string& name) const {
        const auto found = line_.find(name);
        return found != line_.end() && !found->second.empty();
    }

  private:
    RedisLink& redis_;
    const Words& keys_;
    Hash line_;
};

enum Key : std::size_t {
    kPlace = 2,
    kGuests,
    kNumber,
    kQueue,
    kAway,
    kActive,
    kAdmission,
    kLeaving,
    kRecalled,
    kSeen,
    kMoved,
    kBarred,
    kAllowed,
    kEvent = 19,
};

// Written before the ledger and before the last number. It marks the format with own ends of
// admissions, and the one that counts skipped numbers: docs/format/snapshot.md.
constexpr std::uint64_t kFormatMark = std::uint64_t{1} << 32;

void put_ledger(ByteWriter& out, Stored& stored) {
    std::map<std::uint32_t, std::string> rows;
    for (const auto& [number, row] : stored.hash(kAdmission))
        rows[static_cast<std::uint32_t>(std::stoul(number))] = row;
    out.varint(kFormatMark);
    out.varint(rows.size());
    for (const auto& [number, row] : rows) {
        unsigned attempt = 0, claimed = 0, keep = 0, extensions = 0;
        long long deadline = 0, claim_by = 0, own_end = 0;
        (void)std::sscanf(row.c_str(), "%u %u %u %lld %lld %u %lld", &attempt, &claimed, &keep,
                          &deadline, &claim_by, &extensions, &own_end);
        out.varint(number);
        out.fixed(static_cast<std::uint8_t>(attempt));
        out.varint(claimed);
        out.zigzag(deadline);
        out.zigzag(claim_by);
        out.fixed(static_cast<std::uint8_t>(keep));
        out.varint(extensions);
        out.zigzag(own_end);
    }
}

void put_leaving(ByteWriter& out, Stored& stored) {
    std::vector<std::pair<long long, std::uint32_t>> rows;
    for (const auto& [number, final_at] : stored.scores(kLeaving))
        rows.emplace_back(std::stoll(final_at), std::stoul(number));
    std::ranges::sort(rows);
    out.varint(rows.size());
    for (const auto& [final_at, number] : rows) {
        out.zigzag(final_at);
        out.varint(number);
    }
}

void put_recalled(ByteWriter& out, Stored& stored) {
    const Answer rows = stored.in_order(kRecalled);
    out.varint(rows.items.size() / 2);
    for (std::size_t i = 0; i < rows.items.size(); i += 2)
        out.varint(std::stoul(rows.items[i].text));
}

void put_moved(ByteWriter& out, Stored& stored) {
    std::map<std::uint32_t, std::string> rows;
    for (const auto& [number, guest] : stored.hash(kMoved))
        rows[static_cast<std::uint32_t>(std::stoul(number))] = guest;
    out.varint(rows.size());
    for (const auto& [number, guest] : rows) {
        out.varint(number);
        out.bytes(guest.data(), guest.size());
    }
}

void put_skipped(ByteWriter& out, std::uint32_t& count) {
    if (count == 0) return;
    out.fixed(static_cast<std::uint8_t>(Standing::kNone));
    out.varint(std::exchange(count, 0));
}

// A string of records by number. `pages` of the line tells where they are stored: see records.lua.
std::string by_number(Stored& stored, Key key, std::size_t record) {
    std::string kept = stored.string(key);
    const std::size_t size = (static_cast<std::size_t>(stored.field("issued")) + 1) * record;
    if (!stored.has("pages")) {
        kept.resize(std::max(kept.size(), size));  // Zeros at the end may be missing.
        return kept;
    }
    std::istringstream pages{stored.text("pages")};
    std::size_t page = 0, first = 0, count = 0, from = 0;
    pages >> page;
    std::string all(size, '\0');
    for (; pages >> first >> count; from += count * page * record) {
        const std::string run = kept.substr(std::min(from, kept.size()), count * page * record);
        const std::size_t to = std::min(first * page * record, all.size());
        run.copy(all.data() + to, all.size() - to);
    }
    return all;
}

void put_places(ByteWriter& out, Stored& stored) {
    const std::string standings = by_number(stored, kPlace, 1);
    const std::string guests = by_number(stored, kGuests, sizeof(GuestId));
    const auto issued = static_cast<std::uint32_t>(stored.field("issued"));
    out.varint(kFormatMark);
    out.varint(issued);
    std::uint32_t skipped = 0;
    for (std::uint32_t number = 1; number <= issued; ++number) {
        const auto standing = static_cast<std::uint8_t>(standings[number]);
        if (Standing{standing} == Standing::kNone) {
            ++skipped;
            continue;
        }
        put_skipped(out, skipped);
        out.fixed(standing);
        if (is_live(Standing{standing}))
            out.bytes(guests.data() + std::size_t{number} * sizeof(GuestId), sizeof(GuestId));
    }
    put_skipped(out, skipped);
}

// The bytes that Line::save would write, built from the data in Redis. Lists and codes are not
// stored in Redis in this form and come from the line.
std::string saved_by_redis(Stored& stored, const Line& line) {
    std::string bytes;
    ByteWriter out{bytes};
    const Hash event = stored.hash(kEvent);
    bytes += event.at("settings") + event.at("levers");
    out.varint(static_cast<std::uint64_t>(stored.field("version")));
    out.fixed(static_cast<std::uint8_t>(stored.field("lifecycle")));
    out.varint(static_cast<std::uint64_t>(stored.field("phase")));
    out.varint(static_cast<std::uint64_t>(stored.field("last_phase")));
    // Secret and proof of the draw belong to the sale store. The places are compared by their sets.
    out.varint(line.draw_secret() ? 1 : 0);
    if (line.draw_secret()) out.bytes(line.draw_secret()->data(), sizeof(Sha256Digest));
    out.varint(line.book().draw() ? 1 : 0);
    if (line.book().draw()) line.book().draw()->save(out);
    out.varint(static_cast<std::uint64_t>(stored.field("sold_out")));
    out.varint(static_cast<std::uint64_t>(stored.field("brake")));
    out.zigzag(stored.field("behind"));
    out.varint(stored.has("frozen_at") ? 1 : 0);
    if (stored.has("frozen_at")) out.zigzag(stored.field("frozen_at"));
    const AdmissionBucket untouched;
    out.zigzag(stored.field("bucket_level"));
    out.zigzag(stored.has("bucket_at") ? stored.field("bucket_at") : to_ms(untouched.filled_at()));
    line.eligibility().save(out);
    put_ledger(out, stored);
    put_leaving(out, stored);
    put_recalled(out, stored);
    put_moved(out, stored);
    put_places(out, stored);
    return bytes;
}

std::string words_of(const Hash& rows) {
    std::string text = std::to_string(rows.size()) + ':';
    for (const auto& [name, value] : rows)
        text += ' ' + hex(name) + '=' + value;
    return text;
}

// Data derived from standings and ledger.
struct Derived {
    Hash number;
    Scores queue;
    Scores away;
    Scores active;
};

Derived derived_from(const Line& line) {
    Derived derived;
    for (std::uint32_t value = 1; value <= line.book().issued_count(); ++value) {
        const Number number{value};
        const Standing standing = line.book().standing(number);
        if (!is_live(standing)) continue;
        const std::string guest = text_of(line.guest_of(number));
        const std::string place = std::to_string(line.book().place_of(number).value);
        derived.number[guest] = std::to_string(value);
        if (standing == Standing::kWaiting) derived.queue[guest] = place;
        if (standing == Standing::kAway || standing == Standing::kLeaving)
            derived.away[guest] = place;
        if (standing != Standing::kAdmitted) continue;
        const Instant due = line.ledger().find(number)->next_due();
        derived.active[guest] = due == Instant::max() ? "inf" : std::to_string(to_ms(due));
    }
    return derived;
}

void compare_eligibility(Stored& stored, const Line& line) {
    Hash barred;
    for (const GuestId& guest : line.eligibility().all_barred())
        barred[text_of(guest)] = "";
    Hash allowed;
    for (const Phase& phase : line.settings().phases)
        for (const GuestId& guest : line.eligibility().guests(phase.id))
            allowed[phase.id + '\0' + text_of(guest)] = "";
    require_equal("barred", words_of(barred), words_of(stored.members(kBarred)));
    require_equal("allowed", words_of(allowed), words_of(stored.members(kAllowed)));
}

}  // namespace

void compare_state(RedisLink& redis, const Words& keys, const Line& line) {
    Stored stored{redis, keys};
    const Derived derived = derived_from(line);
    require_equal("number", words_of(derived.number), words_of(stored.hash(kNumber)));
    require_equal("queue", words_of(derived.queue), words_of(stored.scores(kQueue)));
    require_equal("away", words_of(derived.away), words_of(stored.scores(kAway)));
    require_equal("active", words_of(derived.active), words_of(stored.scores(kActive)));
    compare_eligibility(stored, line);
    std::string bytes;
    ByteWriter out{bytes};
    line.save(out);
    require_equal("the whole line", hex(bytes), hex(saved_by_redis(stored, line)));
}

}  // namespace onsale::differential
