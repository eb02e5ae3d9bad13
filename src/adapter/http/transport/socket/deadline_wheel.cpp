#include "adapter/http/transport/socket/deadline_wheel.hpp"

#include <algorithm>

namespace onsale::http {

DeadlineWheel::Holder::~Holder() {
    remove(*this);
}

DeadlineWheel::DeadlineWheel(Duration now) : swept_(now / kTick) {
    for (Holder& slot : slots_) {
        slot.previous_ = slot.next_ = &slot;
    }
}

DeadlineWheel::~DeadlineWheel() {
    for (Holder& slot : slots_) {
        while (slot.next_ != &slot) {
            remove(*slot.next_);
        }
    }
}

void DeadlineWheel::remove(Holder& holder) {
    if (holder.next_ == nullptr) return;
    holder.previous_->next_ = holder.next_;
    holder.next_->previous_ = holder.previous_;
    holder.previous_ = holder.next_ = nullptr;
}

void DeadlineWheel::link(Holder& holder) {
    remove(holder);
    constexpr long long kFarthest = static_cast<long long>(kSlots) - 1;
    holder.tick_ = std::clamp(tick_of(holder.due_), swept_ + 1, swept_ + kFarthest);
    Holder& slot = slots_[static_cast<std::size_t>(holder.tick_) % kSlots];
    holder.previous_ = slot.previous_;
    holder.next_ = &slot;
    slot.previous_->next_ = &holder;
    slot.previous_ = &holder;
}

void DeadlineWheel::sweep(Duration now) {
    const long long last = now / kTick;
    // After a long pause each slot is visited once, not once per rotation.
    const long long first = std::max(swept_ + 1, last - static_cast<long long>(kSlots) + 1);
    for (long long tick = first; tick <= last; ++tick) {
        swept_ = tick;
        sweep_slot(slots_[static_cast<std::size_t>(tick) % kSlots], now);
    }
    swept_ = std::max(swept_, last);
}

void DeadlineWheel::sweep_slot(Holder& slot, Duration now) {
    // Holders that are linked into this slot meanwhile belong to a later rotation: stop before
    // them.
    Anchor end;
    end.previous_ = slot.previous_;
    end.next_ = &slot;
    slot.previous_->next_ = &end;
    slot.previous_ = &end;
    while (slot.next_ != &end) {
        Holder& holder = *slot.next_;
        remove(holder);
        if (holder.due_ <= now) {
            holder.due_ = kNever;
            holder.on_deadline(now);
        } else if (holder.due_ != kNever) {
            link(holder);
        }
    }
}

}  // namespace onsale::http
