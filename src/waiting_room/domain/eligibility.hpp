#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/bytes.hpp"
#include "base/guest_id.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/fact.hpp"

namespace onsale::waiting_room {

// Maximum number of entries in all lists and codes of one event.
constexpr std::size_t kListedMax = 2'000'000;

// Which guests may enter which phase: lists, codes with a number of uses, and claims already shown.
class EligibilityBook {
  public:
    void add(const fact::GuestsListed& listed);
    void add(const fact::CodesIssued& issued);
    void add(const fact::CodeUsed& used);
    void add(const fact::ClaimShown& shown);
    void bar(const GuestId& guest) { entries_ += barred_.insert(guest).second ? 1 : 0; }
    void unbar(const GuestId& guest) { entries_ -= barred_.erase(guest); }
    // Transfers the eligibility of `from` for all phases to `to`.
    struct Move {
        GuestId from;
        GuestId to;
    };
    void move(const Move& move);

    bool barred(const GuestId& guest) const { return barred_.contains(guest); }
    bool allowed(const Phase& phase, const GuestId& guest) const;
    // Returns std::nullopt for a code that was never issued.
    std::optional<std::uint32_t> uses_left(const std::string& phase,
                                           const Sha256Digest& code) const;
    std::size_t size() const { return entries_; }
    // All guests that a list, a claim or a code makes eligible for the phase.
    const std::unordered_set<GuestId>& guests(const std::string& phase) const;
    const std::unordered_set<GuestId>& all_barred() const { return barred_; }

    void save(ByteWriter& out) const;
    void load(ByteReader& in);

  private:
    struct DigestHash {
        std::size_t operator()(const Sha256Digest& digest) const noexcept;
    };
    struct PhaseBook {
        std::unordered_set<GuestId> guests;  // Listed, showed a claim or used a code.
        std::unordered_map<Sha256Digest, std::uint32_t, DigestHash> codes;  // Remaining uses.
    };

    std::map<std::string, PhaseBook> phases_;
    std::unordered_set<GuestId> barred_;
    std::size_t entries_ = 0;
};

}  // namespace onsale::waiting_room
