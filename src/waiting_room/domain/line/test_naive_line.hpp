#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/line/standing.hpp"

namespace onsale::waiting_room {

// A second implementation of the rules of the line, as simple as possible: a vector of guests that
// is searched linearly, with every deadline stored as its remaining time. It shares only the
// Standing enum with the real line.
class NaiveLine {
  public:
    struct Guest {
        std::uint32_t name = 0;
        std::uint32_t place = 0;
        Standing standing = Standing::kWaiting;
        Duration silence{};
        Duration leave_left{};
        Duration claim_left{};
        Duration admission_left{};
        bool claimed = false;
        std::uint32_t extensions = 0;
        bool missed_before = false;
        std::uint64_t came_back = 0;  // Order among the recalled guests.
    };

    explicit NaiveLine(const LineRules& rules) : rules_(rules), tokens_(full()) {}

    const std::vector<Guest>& guests() const { return guests_; }
    std::uint32_t active() const { return count(Standing::kAdmitted); }

    // Index of the guest's live place; the number is the index from 1.
    std::optional<std::size_t> living(std::uint32_t name) const {
        for (std::size_t i = 0; i < guests_.size(); ++i)
            if (guests_[i].name == name && !has_ended(guests_[i].standing)) return i;
        return std::nullopt;
    }
    std::uint32_t position(std::size_t index) const {
        const auto before = [&](const Guest& other) {
            return keeps_place(other.standing) && other.place < guests_[index].place;
        };
        return 1 + static_cast<std::uint32_t>(std::ranges::count_if(guests_, before));
    }

    // Returns whether the guest has a place afterwards.
    bool enter(std::uint32_t name) {
        if (const auto index = living(name)) {
            guests_[*index].silence = {};
            if (guests_[*index].standing == Standing::kLeaving)
                guests_[*index].standing = Standing::kWaiting;
            come_back(*index);
        } else if (joins_stopped || barred.contains(name) ||
                   (may_join && !may_join->contains(name))) {
            return false;
        } else {
            Guest guest;
            guest.name = name;
            guest.place = static_cast<std::uint32_t>(guests_.size()) + 1;
            guests_.push_back(guest);
        }
        admit();
        return true;
    }
    void leave(std::uint32_t name) {
        if (const auto index = living(name)) {
            Guest& guest = guests_[*index];
            if (guest.standing == Standing::kWaiting || guest.standing == Standing::kAway) {
                guest.standing = Standing::kLeaving;
                guest.leave_left = kLeaveGrace;
            } else if (guest.standing != Standing::kLeaving) {
                guest.standing = Standing::kEndedLeft;
            }
        }
        admit();
    }
    void seen(std::uint32_t name) {
        if (const auto index = living(name)) {
            guests_[*index].silence = {};
            come_back(*index);
        }
        admit();
    }
    void claim(std::uint32_t name) {
        const auto index = living(name);
        if (!index || guests_[*index].standing != Standing::kAdmitted) return;
        guests_[*index].claimed = true;
        guests_[*index].silence = {};
    }
    // Returns whether the guest has this extension, now or from an earlier request.
    bool more_time(std::uint32_t name, std::uint32_t which) {
        const auto index = living(name);
        if (!index || guests_[*index].standing != Standing::kAdmitted) return false;
        Guest& guest = guests_[*index];
        const bool had = which != 0 && which <= guest.extensions;
        if (!had) {
            const std::uint32_t next = std::max(which, guest.extensions + 1);
            if (rules_.extension == Duration{0} || next > rules_.extensions) return false;
            guest.extensions = next;
            guest.admission_left += rules_.extension;
            guest.claimed = true;
        }
        guest.silence = {};
        return true;
    }
    void complete(std::uint32_t name) {
        const auto index = living(name);
        if (index && guests_[*index].standing == Standing::kAdmitted)
            guests_[*index].standing = Standing::kEndedCompleted;
        admit();
    }
    void revoke(std::uint32_t name, bool bar) {
        if (const auto index = living(name)) guests_[*index].standing = Standing::kEndedRevoked;
        if (bar) barred.insert(name);
        admit();
    }
    void pass(Duration by) {
        tokens_ = std::min(full(), tokens_ + by.count() * rules_.admit_per_second);
        if (!frozen) {
            for (Guest& guest : guests_)
                run_down(guest, by);
            for (Guest& guest : guests_)
                expire(guest);
        }
        admit();
    }
    void extend(Duration by) {
        for (Guest& guest : guests_) {
            guest.leave_left += by;
            guest.claim_left += by;
            guest.admission_left += by;
            guest.silence = {};
        }
        admit();
    }
    // Time passed while the process was down: only the bucket is affected.
    void down(Duration gap) {
        const bool was_frozen = std::exchange(frozen, true);
        tokens_ = std::min(full(), tokens_ + gap.count() * rules_.admit_per_second);
        for (Guest& guest : guests_)
            guest.silence = {};
        frozen = was_frozen;
        pass(Duration{0});
    }
    // Moves a place to another guest, who must have no place except one that it is leaving.
    bool move(std::uint32_t from, std::uint32_t to) {
        const auto place = living(from);
        const auto own = living(to);
        if (!place || guests_[*place].standing == Standing::kLeaving || barred.contains(to) ||
            (own && guests_[*own].standing != Standing::kLeaving))
            return false;
        if (own) guests_[*own].standing = Standing::kEndedLeft;
        guests_[*place].name = to;
        guests_[*place].silence = {};
        for (auto* const allowed : {&may_join, &may_be_let_in})
            if (*allowed && (*allowed)->erase(from) > 0) (*allowed)->insert(to);
        come_back(*place);
        admit();
        return true;
    }
    void limit(std::uint32_t max_active) {
        rules_.max_active = max_active;
        admit();
    }
    void settle() { admit(); }
    void set_place(std::size_t index, std::uint32_t place) { guests_[index].place = place; }

    bool admits = true;  // Open, not paused, not stopped, inside a phase.
    bool joins_stopped = false;
    bool frozen = false;
    std::set<std::uint32_t> barred;
    // Guests who may join and who may be admitted; not set: everybody.
    std::optional<std::set<std::uint32_t>> may_join;
    std::optional<std::set<std::uint32_t>> may_be_let_in;

  private:
    std::int64_t full() const { return std::int64_t{1000} * rules_.admit_per_second; }
    std::uint32_t count(Standing standing) const {
        return static_cast<std::uint32_t>(std::ranges::count(guests_, standing, &Guest::standing));
    }
    void come_back(std::size_t index) {
        Guest& guest = guests_[index];
        if (guest.standing == Standing::kAway) guest.standing = Standing::kWaiting;
        if (guest.standing == Standing::kMissed) {
            guest.standing = Standing::kRecalled;
            guest.came_back = ++came_back_;
        }
    }
    static void run_down(Guest& guest, Duration by) {
        guest.silence += by;
        guest.leave_left -= by;
        guest.claim_left -= by;
        guest.admission_left -= by;
    }
    void expire(Guest& guest) {
        const bool silent = guest.silence >= rules_.away_after;
        const bool forgotten = guest.silence >= rules_.forget_after;
        switch (guest.standing) {
            case Standing::kLeaving:
                if (guest.leave_left <= Duration{0}) guest.standing = Standing::kEndedLeft;
                return;
            case Standing::kAdmitted:
                expire_admission(guest);
                if (guest.standing != Standing::kMissed) return;
                [[fallthrough]];
            case Standing::kMissed:
                if (forgotten) guest.standing = Standing::kEndedSilent;
                return;
            case Standing::kWaiting:
            case Standing::kAway:
                if (silent) guest.standing = Standing::kAway;
                if (forgotten) guest.standing = Standing::kEndedSilent;
                return;
            case Standing::kRecalled:
                if (silent) guest.standing = Standing::kMissed;
                if (forgotten) guest.standing = Standing::kEndedSilent;
                return;
            case Standing::kNone:
            case Standing::kEndedLeft:
            case Standing::kEndedSilent:
            case Standing::kEndedAdmission:
            case Standing::kEndedCompleted:
            case Standing::kEndedRevoked:
                return;
        }
    }
    void expire_admission(Guest& guest) {
        if (guest.claimed) {
            const bool silent = guest.silence >= rules_.active_away_after;
            if (silent || guest.admission_left <= Duration{0})
                guest.standing = Standing::kEndedAdmission;
        } else if (guest.claim_left <= Duration{0}) {
            guest.standing = guest.missed_before ? Standing::kEndedSilent : Standing::kMissed;
            guest.missed_before = true;
        }
    }
    bool eligible(const Guest& guest) const {
        return !may_be_let_in || may_be_let_in->contains(guest.name);
    }
    // Recalled guests first, in the order they came back; then the smallest waiting place.
    Guest* next() {
        Guest* best = nullptr;
        for (Guest& guest : guests_)
            if (guest.standing == Standing::kRecalled && eligible(guest) &&
                (best == nullptr || guest.came_back < best->came_back))
                best = &guest;
        if (best != nullptr) return best;
        for (Guest& guest : guests_)
            if (guest.standing == Standing::kWaiting && eligible(guest) &&
                (best == nullptr || guest.place < best->place))
                best = &guest;
        return best;
    }
    void admit() {
        while (admits && active() < rules_.max_active && tokens_ >= 1000) {
            Guest* const guest = next();
            if (guest == nullptr) return;
            guest->standing = Standing::kAdmitted;
            guest->claimed = false;
            guest->extensions = 0;
            guest->claim_left = rules_.claim_within;
            guest->admission_left = rules_.admission_ttl;
            tokens_ -= 1000;
        }
    }

    LineRules rules_;
    std::vector<Guest> guests_;
    std::int64_t tokens_;
    std::uint64_t came_back_ = 0;
};

}  // namespace onsale::waiting_room
