#include "tests/support/torn_file.hpp"

#include <algorithm>
#include <utility>

namespace onsale::test {
namespace {

// The unit that a disk writes atomically.
constexpr std::size_t kSectorBytes = 512;

void put(std::string& to, std::size_t offset, std::string_view bytes) {
    if (to.size() < offset + bytes.size()) to.resize(offset + bytes.size(), '\0');
    bytes.copy(to.data() + offset, bytes.size());
}

// Decides which unsynced changes of a file reach the medium. The outcomes "all" and "none" are
// drawn explicitly, because a fair coin per change would hardly ever give them.
class Survival {
  public:
    Survival(Chance& chance, std::size_t changes)
        : chance_(chance), mode_(static_cast<Mode>(chance.below(kModes))) {
        if (mode_ == Mode::kPrefix) prefix_ = chance.below(changes + 1);
    }

    enum class Outcome { kLost, kTorn, kWhole };
    Outcome next() {
        const std::size_t index = index_++;
        switch (mode_) {
            case Mode::kAll:
                return Outcome::kWhole;
            case Mode::kNone:
                return Outcome::kLost;
            case Mode::kPrefix:
                if (index == prefix_) return Outcome::kTorn;
                return index < prefix_ ? Outcome::kWhole : Outcome::kLost;
            case Mode::kSubset:
                return static_cast<Outcome>(chance_.below(kOutcomes));
        }
        std::unreachable();
    }

  private:
    enum class Mode { kAll, kNone, kPrefix, kSubset };
    static constexpr std::size_t kModes = 4;
    static constexpr std::size_t kOutcomes = 3;

    Chance& chance_;
    Mode mode_;
    std::size_t prefix_ = 0;
    std::size_t index_ = 0;
};

}  // namespace

void TornFile::write(std::size_t offset, std::string_view bytes) {
    record({.kind = Kind::kWrite, .offset = offset, .bytes = std::string{bytes}});
}

void TornFile::truncate(std::size_t size) {
    record({.kind = Kind::kTruncate, .offset = size, .bytes = {}});
}

void TornFile::record(Change change) {
    apply(change, current_);
    changes_.push_back(std::move(change));
}

void TornFile::sync() {
    for (Change& change : changes_)
        if (change.fate == Fate::kUnsynced) change.fate = Fate::kSynced;
    fold_synced_changes();
}

void TornFile::fail_sync() {
    for (Change& change : changes_)
        if (change.fate == Fate::kUnsynced) change.fate = Fate::kUncertain;
}

// A synced change after an uncertain one must stay in the list, because it has to be applied after
// it.
void TornFile::fold_synced_changes() {
    const auto first_kept =
        std::ranges::find_if(changes_, [](const Change& c) { return c.fate != Fate::kSynced; });
    for (auto change = changes_.begin(); change != first_kept; ++change)
        apply(*change, durable_);
    changes_.erase(changes_.begin(), first_kept);
}

std::string TornFile::after_power_loss(Chance& chance) const {
    std::string medium = durable_;
    Survival survival{chance, changes_.size()};
    for (const Change& change : changes_) {
        const auto outcome =
            change.fate == Fate::kSynced ? Survival::Outcome::kWhole : survival.next();
        switch (outcome) {
            case Survival::Outcome::kLost:
                break;
            case Survival::Outcome::kTorn:
                apply_torn(change, medium, chance);
                break;
            case Survival::Outcome::kWhole:
                apply(change, medium);
                break;
        }
    }
    return medium;
}

void TornFile::flip_bit(std::size_t offset, unsigned bit) {
    const auto flip = [&](std::string& bytes) {
        if (offset < bytes.size()) bytes[offset] = static_cast<char>(bytes[offset] ^ (1 << bit));
    };
    flip(current_);
    flip(durable_);
    for (Change& change : changes_)
        if (change.kind == Kind::kWrite && offset >= change.offset) {
            const std::size_t within = offset - change.offset;
            if (within < change.bytes.size())
                change.bytes[within] = static_cast<char>(change.bytes[within] ^ (1 << bit));
        }
}

void TornFile::apply(const Change& change, std::string& to) {
    switch (change.kind) {
        case Kind::kWrite:
            put(to, change.offset, change.bytes);
            break;
        case Kind::kTruncate:
            to.resize(change.offset, '\0');
            break;
    }
}

// Each sector that the write touches is old or new, never mixed. Bytes outside the write are not
// changed (SQLite calls this a powersafe overwrite).
void TornFile::apply_torn(const Change& change, std::string& to, Chance& chance) {
    if (change.kind == Kind::kTruncate) return apply(change, to);
    const std::string_view bytes = change.bytes;
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t offset = change.offset + at;
        const std::size_t to_sector_end = kSectorBytes - offset % kSectorBytes;
        const std::size_t length = std::min(to_sector_end, bytes.size() - at);
        if (chance.one_in(2)) put(to, offset, bytes.substr(at, length));
        at += length;
    }
}

}  // namespace onsale::test
