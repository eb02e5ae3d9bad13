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
    kMoved,  // Moved to another device; this device has nothing to wait for.
};

// Estimated waiting time of a place, with a lower and an upper bound.
struct WaitEstimate {
    std::chrono::seconds likely{};
    std::chrono::seconds low{};
    std::chrono::seconds high{};
};

// The answer to a guest's poll. Times are by the writer's clock.
struct QueueAnswer {
    QueueStatus status{};
    std::optional<EndReason> reason;  // Set with kExpired.
    std::uint32_t position = 0;       // 0: none (admitted, over, or a lobby before its draw).
    std::uint32_t ahead = 0;
    std::uint32_t behind = 0;
    // Not set while nobody is admitted, because no estimate is possible.
    std::optional<WaitEstimate> wait;
    Duration next_poll{};
    Instant keep_until;  // The place or the slot is kept at least until then.
    AdmissionId admission;
    Instant admission_deadline;
    bool claimed = false;
    std::uint32_t extensions_left = 0;
};

// A reader's copy of one line: exactly the data that a poll needs. It is updated by the published
// facts in order; a distributed node uses the same code with facts from a stream.
// Thread safety: none; each loop has its own.
class LineView {
  public:
    explicit LineView(std::shared_ptr<const EventSettings> settings);
    explicit LineView(const Line& line);

    void apply(const FactBody& fact, Instant now);
    // Replaces the state by the image. Values that the view has measured itself (admissions per
    // minute, join times) stay.
    void start_anew(LineImage image);
    // Places of the line were lost, and nobody is admitted until then.
    void wait_for_places(Instant until);
    QueueAnswer answer(Number number, Instant now) const;
    // The answer for a guest who presents that number. A device that gave its place away gets
    // kMoved.
    QueueAnswer answer_to(const GuestId& guest, Number number, Instant now) const;
    bool belongs(Number number, const GuestId& guest) const {
        return moved_.belongs(number, guest);
    }

    const EventSettings& settings() const { return *settings_; }
    const Levers& levers() const { return *levers_; }
    Lifecycle lifecycle() const { return lifecycle_; }
    // Whether the event is visible to guests.
    bool shown_to_guests() const {
        return settings_->published && lifecycle_ != Lifecycle::kArchived;
    }
    bool sold_out() const { return sold_out_; }
    // Whether the line admits guests at that time, as far as is known now.
    bool admits_at(Instant now) const;
    std::uint32_t brake() const { return brake_; }
    std::uint32_t version() const { return version_; }
    std::optional<std::uint16_t> phase_index() const { return phase_; }
    const std::optional<Sha256Digest>& draw_commitment() const { return draw_commitment_; }
    const PlaceBook& book() const { return book_; }
    const Ledger& ledger() const { return ledger_; }
    const LineClock& clock() const { return clock_; }
    std::uint32_t admitted_last_minute(Instant now) const;
    // Whether a full minute of admissions was measured, so that the rate is meaningful.
    bool minute_known(Instant now) const;
    // How long the number had waited at `now`. The error is at most the time of 256 joins.
    Duration waited(Number number, Instant now) const;
    // Number of guests who ever had a place; skipped numbers do not count.
    std::uint64_t joined_total() const { return book_.joined_count(); }
    std::uint64_t admitted_total() const { return admitted_total_; }
    std::uint64_t no_show_total() const { return no_show_total_; }
    std::uint64_t ended_total(EndReason reason) const { return book_.count(ended(reason)); }
    // Changes with every applied fact. Anything rendered from the view may be cached while it is
    // unchanged.
    std::uint64_t revision() const { return revision_; }

  private:
    static constexpr std::int64_t kSeconds = 60;

    struct JoinTime {
        std::uint32_t block = 0;
        Instant at;
    };

    void count_admission(Instant now);
    // The result is never negative, also for a clock before 1970.
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
    Instant waits_until_;  // On the writer's clock.
    LineClock clock_;
    PlaceBook book_;
    Ledger ledger_;
    MovedPlaces moved_;
    std::array<std::uint32_t, kSeconds> admitted_{};  // Indexed by second of the minute.
    std::int64_t admitted_second_ = 0;
    std::optional<Instant> first_admission_;
    std::vector<JoinTime> join_times_;  // Time of the first join in each block of 256 numbers.
    std::uint64_t admitted_total_ = 0;
    std::uint64_t no_show_total_ = 0;
    std::uint64_t revision_ = 0;
};

}  // namespace onsale::waiting_room
