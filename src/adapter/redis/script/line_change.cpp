#include "adapter/redis/script/line_change.hpp"

#include <utility>
#include <variant>

#include "base/bytes.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/fact_bytes.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::redis {
namespace {

using namespace waiting_room;

// Appends pairs of name and value, as line_set expects them.
class Pairs {
  public:
    explicit Pairs(std::vector<std::string>& args) : args_(args) {}

    void add(std::string name, std::string value) {
        args_.push_back(std::move(name));
        args_.push_back(std::move(value));
    }
    void add(std::string name, std::uint64_t value) { add(std::move(name), std::to_string(value)); }
    void add(std::string name, Duration value) {
        add(std::move(name), std::to_string(value.count()));
    }

  private:
    std::vector<std::string>& args_;
};

template <class Record>
std::string bytes_of(const Record& record) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, record);
    return bytes;
}

std::string phases_text(const std::vector<Phase>& phases) {
    std::string text;
    for (const Phase& phase : phases)
        text += std::to_string(std::to_underlying(phase.who)) + ' ' + phase.id + '\n';
    return text;
}

void add_rules(Pairs& pairs, const LineRules& rules) {
    pairs.add("max_active", rules.max_active);
    pairs.add("admit_per_second", rules.admit_per_second);
    pairs.add("admission_ttl", rules.admission_ttl);
    pairs.add("claim_within", rules.claim_within);
    pairs.add("active_away_after", rules.active_away_after);
    pairs.add("extension", rules.extension);
    pairs.add("extensions", rules.extensions);
    pairs.add("away_after", rules.away_after);
    pairs.add("forget_after", rules.forget_after);
    pairs.add("line_max", rules.line_max);
}

void add_state(Pairs& pairs, const Line& line) {
    const auto index = [](std::optional<std::uint16_t> phase) { return phase ? *phase + 1u : 0u; };
    pairs.add("event", line.id().value);
    pairs.add("version", line.version());
    pairs.add("identity", std::to_underlying(line.settings().identity));
    pairs.add("phases", phases_text(line.settings().phases));
    pairs.add("lifecycle", std::to_underlying(line.lifecycle()));
    pairs.add("phase", index(line.phase_index()));
    pairs.add("last_phase", index(line.last_phase()));
    pairs.add("joins_stopped", line.levers().joins_stopped ? 1u : 0u);
    pairs.add("admission_stopped", line.levers().admission_stopped ? 1u : 0u);
    pairs.add("brake", line.brake());
    pairs.add("settings", bytes_of(line.settings()));
    pairs.add("levers", bytes_of(line.levers()));
    // The secret itself is not sent before the draw.
    if (line.draw_secret())
        pairs.add("commitment", std::string{as_bytes(sha256(as_bytes(*line.draw_secret())))});
}

std::string moves_text(const std::vector<DeadlineMove>& moves) {
    std::string text;
    for (const DeadlineMove& move : moves)
        text += std::to_string(move.change) + ' ' + std::to_string(move.by.count()) +
                (move.was_down ? " down\n" : "\n");
    return text;
}

// Changes that depend on the time at which Redis applies them, or that Redis decides otherwise.
void add_events(Pairs& pairs, const FactBody& body) {
    if (const auto* const frozen = std::get_if<fact::DeadlinesFrozen>(&body))
        pairs.add("freeze", frozen->frozen ? 1u : 0u);
    if (const auto* const moved = std::get_if<fact::DeadlinesMoved>(&body))
        pairs.add("later", moved->by);
    if (const auto* const resumed = std::get_if<fact::Resumed>(&body))
        pairs.add("resumed", resumed->gap);
    if (const auto* const sold = std::get_if<fact::SoldOutSet>(&body))
        pairs.add("sold_out", sold->sold_out ? 1u : 0u);
}

}  // namespace

std::vector<std::string> line_set_args(const LineChange& change, const Line& after) {
    std::string bytes;
    ByteWriter out{bytes};
    for (const Fact& fact : change.facts)
        save(out, fact);
    std::vector<std::string> args{std::to_string(change.number), std::move(bytes)};
    Pairs pairs{args};
    add_rules(pairs, after.settings().rules);
    add_state(pairs, after);
    pairs.add("drawing", change.drawing ? 1u : 0u);
    if (change.drawn) pairs.add("drawn", change.drawn->value);
    if (!change.moves.empty()) pairs.add("moves", moves_text(change.moves));
    for (const Fact& fact : change.facts)
        add_events(pairs, fact.body);
    return args;
}

}  // namespace onsale::redis
