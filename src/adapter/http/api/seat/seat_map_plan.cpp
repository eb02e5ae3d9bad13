#include "adapter/http/api/seat/seat_map_plan.hpp"

#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/gzip.hpp"
#include "base/base64url.hpp"
#include "base/sha256.hpp"
#include "seat/codec/plan_json.hpp"

namespace onsale::http {
namespace {

// 64 bits are enough to distinguish all plans that one address will ever have.
constexpr std::size_t kTagDigits = 16;

}  // namespace

PlanText::PlanText(const seat::HallPlan& plan)
    : text_(boost::json::serialize(seat::to_json(plan))),
      packed_(gzip(text_)),
      tag_('"' + hex_encode(as_bytes(sha256(text_))).substr(0, kTagDigits) + '"') {}

std::shared_ptr<const PlanText> PlanTexts::of(const std::shared_ptr<const seat::HallPlan>& plan) {
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock{mutex_};
        auto& known = entries_[plan.get()];
        if (!known) {
            known = std::make_shared<Entry>();
            known->plan = plan;
        }
        entry = known;
    }
    std::call_once(entry->once, [&] { entry->text = std::make_shared<const PlanText>(*plan); });
    return entry->text;
}

void PlanTexts::forget(const seat::HallPlan& plan) {
    const std::lock_guard lock{mutex_};
    entries_.erase(&plan);
}

std::size_t PlanTexts::size() const {
    const std::lock_guard lock{mutex_};
    return entries_.size();
}

bool PlanTexts::has(const seat::HallPlan& plan) const {
    const std::lock_guard lock{mutex_};
    return entries_.contains(&plan);
}

}  // namespace onsale::http
