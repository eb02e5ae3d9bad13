#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "seat/domain/plan.hpp"

namespace onsale::http {

// A hall's plan as clients get it: the JSON of docs/format/hall.md, written and packed once. The
// seats are in the order in which the seat map numbers them.
class PlanText {
  public:
    explicit PlanText(const seat::HallPlan& plan);

    std::string_view text() const { return text_; }
    std::string_view packed() const { return packed_; }
    // The ETag with its quotes, from the content: the same in every process.
    std::string_view tag() const { return tag_; }

  private:
    std::string text_;
    std::string packed_;
    std::string tag_;
};

// The texts of all halls' plans, each made once in a process.
// Thread safety: any thread. Whoever asks first makes the text and takes its time: a fifth of a
// second for a stadium, so that it is best asked for when the hall opens.
class PlanTexts {
  public:
    std::shared_ptr<const PlanText> of(const std::shared_ptr<const seat::HallPlan>& plan);
    // Of a hall that was not opened after all.
    void forget(const seat::HallPlan& plan);
    bool has(const seat::HallPlan& plan) const;
    std::size_t size() const;

  private:
    struct Entry {
        std::shared_ptr<const seat::HallPlan> plan;  // Kept, so that its address stays its own.
        std::once_flag once;
        std::shared_ptr<const PlanText> text;
    };

    mutable std::mutex mutex_;  // Of the table only; a text is made outside.
    std::unordered_map<const seat::HallPlan*, std::shared_ptr<Entry>> entries_;
};

}  // namespace onsale::http
