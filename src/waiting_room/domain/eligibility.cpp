#include "waiting_room/domain/eligibility.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace onsale::waiting_room {
namespace {

// The bytes of a snapshot must be deterministic, and hash sets have no defined order.
template <class Item, class Container>
std::vector<Item> sorted(const Container& container) {
    std::vector<Item> items(container.begin(), container.end());
    std::sort(items.begin(), items.end());
    return items;
}

void save_guests(ByteWriter& out, const std::unordered_set<GuestId>& guests) {
    out.varint(guests.size());
    for (const GuestId& guest : sorted<GuestId>(guests))
        out.bytes(guest.bytes.data(), guest.bytes.size());
}

void load_guests(ByteReader& in, std::unordered_set<GuestId>& guests) {
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        GuestId guest;
        in.bytes(guest.bytes.data(), guest.bytes.size());
        guests.insert(guest);
    }
}

}  // namespace

std::size_t EligibilityBook::DigestHash::operator()(const Sha256Digest& digest) const noexcept {
    std::size_t value = 0;
    std::memcpy(&value, digest.data(), sizeof value);
    return value;
}

void EligibilityBook::add(const fact::GuestsListed& listed) {
    auto& guests = phases_[listed.phase].guests;
    for (const GuestId& guest : *listed.guests)
        entries_ += guests.insert(guest).second ? 1 : 0;
}

void EligibilityBook::add(const fact::CodesIssued& issued) {
    auto& codes = phases_[issued.phase].codes;
    for (const Sha256Digest& code : *issued.codes)
        entries_ += codes.emplace(code, issued.uses).second ? 1 : 0;
}

void EligibilityBook::add(const fact::CodeUsed& used) {
    PhaseBook& phase = phases_[used.phase];
    --phase.codes.at(used.code);
    entries_ += phase.guests.insert(used.guest).second ? 1 : 0;
}

void EligibilityBook::add(const fact::ClaimShown& shown) {
    entries_ += phases_[shown.phase].guests.insert(shown.guest).second ? 1 : 0;
}

void EligibilityBook::move(const Move& move) {
    for (auto& [id, phase] : phases_) {
        if (phase.guests.erase(move.from) == 0) continue;
        if (!phase.guests.insert(move.to).second) --entries_;
    }
}

const std::unordered_set<GuestId>& EligibilityBook::guests(const std::string& phase) const {
    static const std::unordered_set<GuestId> kNobody;
    const auto found = phases_.find(phase);
    return found == phases_.end() ? kNobody : found->second.guests;
}

bool EligibilityBook::allowed(const Phase& phase, const GuestId& guest) const {
    if (phase.who == Eligibility::kEverybody) return true;
    const auto found = phases_.find(phase.id);
    return found != phases_.end() && found->second.guests.contains(guest);
}

std::optional<std::uint32_t> EligibilityBook::uses_left(const std::string& phase,
                                                        const Sha256Digest& code) const {
    const auto book = phases_.find(phase);
    if (book == phases_.end()) return std::nullopt;
    const auto found = book->second.codes.find(code);
    if (found == book->second.codes.end()) return std::nullopt;
    return found->second;
}

void EligibilityBook::save(ByteWriter& out) const {
    save_guests(out, barred_);
    out.varint(phases_.size());
    for (const auto& [id, phase] : phases_) {
        out.text(id);
        save_guests(out, phase.guests);
        out.varint(phase.codes.size());
        for (const auto& [code, uses] :
             sorted<std::pair<Sha256Digest, std::uint32_t>>(phase.codes)) {
            out.bytes(code.data(), code.size());
            out.varint(uses);
        }
    }
}

void EligibilityBook::load(ByteReader& in) {
    load_guests(in, barred_);
    entries_ += barred_.size();
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        PhaseBook& phase = phases_[in.text()];
        load_guests(in, phase.guests);
        entries_ += phase.guests.size();
        for (std::uint64_t codes = in.varint(); codes > 0 && in.ok(); --codes) {
            Sha256Digest code;
            in.bytes(code.data(), code.size());
            phase.codes[code] = static_cast<std::uint32_t>(in.varint());
        }
        entries_ += phase.codes.size();
    }
}

}  // namespace onsale::waiting_room
