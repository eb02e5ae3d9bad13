#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "base/time.hpp"

namespace onsale::http {

// Coarse deadlines for very many holders without one timer each. Moving a deadline to a later time,
// which every request does, is a plain store: the holder is checked again when its old slot is
// swept. A deadline fires at most one tick late and never early.
class DeadlineWheel {
  public:
    static constexpr Duration kTick{500};
    static constexpr Duration kNever = Duration::max();

    class Holder {
      public:
        virtual ~Holder();
        Holder() = default;
        Holder(const Holder&) = delete;
        Holder& operator=(const Holder&) = delete;

        virtual void on_deadline(Duration now) = 0;

      private:
        friend class DeadlineWheel;
        Holder* previous_ = nullptr;
        Holder* next_ = nullptr;
        Duration due_ = kNever;
        long long tick_ = 0;
    };

    explicit DeadlineWheel(Duration now);
    ~DeadlineWheel();
    DeadlineWheel(const DeadlineWheel&) = delete;
    DeadlineWheel& operator=(const DeadlineWheel&) = delete;

    void set(Holder& holder, Duration due) {
        holder.due_ = due;
        if (due == kNever) return;
        if (holder.next_ == nullptr || tick_of(due) < holder.tick_) link(holder);
    }

    static void remove(Holder& holder);

    // Calls on_deadline of every holder that is due. It may set, remove or destroy holders.
    void sweep(Duration now);

  private:
    // 128 s, more than the longest usual deadline (75 s of an idle connection). A longer deadline
    // takes more than one rotation.
    static constexpr std::size_t kSlots = 256;

    struct Anchor final : Holder {
        void on_deadline(Duration) override {}
    };

    // The first tick whose sweep is after `due`.
    static long long tick_of(Duration due) { return due / kTick + 1; }
    void link(Holder& holder);
    void sweep_slot(Holder& slot, Duration now);

    std::array<Anchor, kSlots> slots_;
    long long swept_;  // Every slot up to this tick has been swept.
};

}  // namespace onsale::http
