#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "base/time.hpp"

namespace onsale::http {

// Coarse deadlines for very many holders without a timer each. Moving a deadline further away,
// which every request does, is a plain store: the holder is looked at again when its old slot
// comes round. A deadline fires at most one tick late and never early.
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

    // Calls on_deadline of everybody who is due. They may set, remove or destroy holders.
    void sweep(Duration now);

  private:
    // 128 s, beyond the longest usual deadline (an idle connection's 75 s); longer ones go round.
    static constexpr std::size_t kSlots = 256;

    struct Anchor final : Holder {
        void on_deadline(Duration) override {}
    };

    // The first tick whose sweep comes after `due`.
    static long long tick_of(Duration due) { return due / kTick + 1; }
    void link(Holder& holder);
    void sweep_slot(Holder& slot, Duration now);

    std::array<Anchor, kSlots> slots_;
    long long swept_;  // Every slot up to this tick has been looked at.
};

}  // namespace onsale::http
