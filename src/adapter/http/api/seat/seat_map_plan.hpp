#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "seat/domain/plan.hpp"

namespace onsale::http {

// A hall's plan for clients: the JSON of docs/format/hall.md, written and compressed once. The
// seats are in the order in which the seat map numbers them.
class PlanText {
  public:
    explicit PlanText(const seat::HallPlan& plan);

    std::string_view text() const { return text_; }
    std::string_view packed() const { return packed_; }
    // The ETag with its quotes. It depends only on the content, so it is the same in every process.
    std::string_view tag() const { return tag_; }

  private:
    std::string text_;
    std::string packed_;
    std::string tag_;
};

// The texts of all halls' plans, each created once per process.
// Thread safety: any thread. The first caller creates the text, which takes a fifth of a second for
// a stadium. So call it when the hall opens.
class PlanTexts {
  public:
    std::shared_ptr<const PlanText> of(const std::shared_ptr<const seat::HallPlan>& plan);
    // Removes the text of a hall that was not opened after all.
    void forget(const seat::HallPlan& plan);
    bool has(const seat::HallPlan& plan) const;
    std::size_t size() const;

  private:
    struct Entry {
        // Keeps the plan alive, so that its address stays unique.
        std::shared_ptr<const seat::HallPlan> plan;
        std::once_flag once;
        std::shared_ptr<const PlanText> text;
    };

    mutable std::mutex mutex_;  // Protects the table only; texts are created without the lock.
    std::unordered_map<const seat::HallPlan*, std::shared_ptr<Entry>> entries_;
};

}  // namespace onsale::http
