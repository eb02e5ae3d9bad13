#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/time.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/ledger.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/line_clock.hpp"
#include "waiting_room/domain/line/line_image.hpp"
#include "waiting_room/domain/line/moved_places.hpp"
#include "waiting_room/domain/line/place_book.hpp"

namespace onsale::waiting_room {

enum class QueueStatus : std::uint8_t {
    kLobby,
    kWaiting,
    kPaused,
    kAdmitted,
    kClosed,
    kExpired,
    kSoldOut,
    kMoved,  // To another device: this one has nothing more to wait for.
};

// How long a place is likely to wait, and between which bounds.
struct WaitEstimate {
    std::chrono::seconds likely{};
    std::chrono::seconds low{};
    std::chrono::seconds high{};
};

// What a guest is told. Times are by the writer's clock.
struct QueueAnswer {
    QueueStatus status{};
    std::optional<EndReason> reason;  // Of kExpired.
    std::uint32_t position = 0;       // 0: none (admitted, over, or a lobby before its draw).
    std::uint32_t ahead = 0;
    std::uint32_t behind = 0;
    std::optional<WaitEstimate> wait;  // None while nobody is let in: nobody knows how long.
    Duration next_poll{};
    Instant keep_until;  // The place, or the slot, is safe until then.
    AdmissionId admission;
    Instant admission_deadline;
    bool claimed = false;
    std::uint32_t extensions_left = 0;
};

// A reader's copy of one line: everything a poll needs, and nothing else. Fed by the published
// facts in order; a distributed node feeds the same code from a stream.
// Thread safety: none; each loop has its own.
class LineView {
  public:
    explicit LineView(std::shared_ptr<const EventSettings> settings);
    explicit LineView(const Line& line);

    void apply(const FactBody& fact, Instant now);
    // What the view has counted by itself (admissions of a minute, times of joining) stays.
    void start_anew(LineImage image);
    QueueAnswer answer(Number number, Instant now) const;
    // The same for who came with that number: a device that gave its place away is told so.
    QueueAnswer answer_to(const GuestId& guest, Number number, Instant now) const;
    bool belongs(Number number, const GuestId& guest) const {
        return moved_.belongs(number, guest);
    }

    const EventSettings& settings() const { return *settings_; }
    const Levers& levers() const { return *levers_; }
    Lifecycle lifecycle() const { return lifecycle_; }
    // Whether guests may know that there is such an event.
    bool shown_to_guests() const {
        return settings_->published && lifecycle_ != Lifecycle::kArchived;
    }
    bool sold_out() const { return sold_out_; }
    // Whether the line moves at all.
    bool admits_now() const;
    std::uint32_t brake() const { return brake_; }
    std::uint32_t version() const { return version_; }
    std::optional<std::uint16_t> phase_index() const { return phase_; }
    const std::optional<Sha256Digest>& draw_commitment() const { return draw_commitment_; }
    const PlaceBook& book() const { return book_; }
    const Ledger& ledger() const { return ledger_; }
    const LineClock& clock() const { return clock_; }
    std::uint32_t admitted_last_minute(Instant now) const;
    // Whether a full minute of admission has been seen, so that its rate means something.
    bool minute_known(Instant now) const;
    // How long the number waited until `now`, to within the time of 256 joins.
    Duration waited(Number number, Instant now) const;
    // Everybody who ever had a place; skipped numbers do not count.
    std::uint64_t joined_total() const { return book_.joined_count(); }
    std::uint64_t admitted_total() const { return admitted_total_; }
    std::uint64_t no_show_total() const { return no_show_total_; }
    std::uint64_t ended_total(EndReason reason) const { return book_.count(ended(reason)); }
    // Changes with every applied fact: what is rendered from the view may be kept until then.
    std::uint64_t revision() const { return revision_; }

  private:
    static constexpr std::int64_t kSeconds = 60;

    struct JoinTime {
        std::uint32_t block = 0;
        Instant at;
    };

    void count_admission(Instant now);
    // Never negative: a clock may stand before 1970.
    static std::size_t slot_of(std::int64_t second) {
        return static_cast<std::size_t>((second % kSeconds + kSeconds) % kSeconds);
    }
    std::uint32_t& admitted_in(std::int64_t second) { return admitted_[slot_of(second)]; }
    QueueAnswer place_answer(Number number, Instant now) const;
    QueueAnswer admitted_answer(Number number, Instant now) const;
    WaitEstimate estimate_wait(std::uint32_t position, Instant now) const;

    std::shared_ptr<const EventSettings> settings_;
    std::shared_ptr<const Levers> levers_ = std::make_shared<Levers>();
    Lifecycle lifecycle_ = Lifecycle::kDraft;
    std::uint32_t version_ = 1;
    std::optional<std::uint16_t> phase_;
    std::optional<Sha256Digest> draw_commitment_;
    bool sold_out_ = false;
    std::uint32_t brake_ = 0;
    LineClock clock_;
    PlaceBook book_;
    Ledger ledger_;
    MovedPlaces moved_;
    std::array<std::uint32_t, kSeconds> admitted_{};  // By second of the minute.
    std::int64_t admitted_second_ = 0;
    std::optional<Instant> first_admission_;
    std::vector<JoinTime> join_times_;  // Of the first join of every block of 256 numbers.
    std::uint64_t admitted_total_ = 0;
    std::uint64_t no_show_total_ = 0;
    std::uint64_t revision_ = 0;
};

}  // namespace onsale::waiting_room
