#include "adapter/http/api/seat/seat_map_plan.hpp"

#include <array>
#include <thread>

#include <gtest/gtest.h>

#include "adapter/http/api/context/test_unpack.hpp"
#include "seat/codec/made_hall.hpp"
#include "seat/codec/plan_json.hpp"

namespace onsale::http {
namespace {

using seat::HallKind;
using seat::HallPlan;

TEST(PlanText, IsTheWholePlan) {
    const HallPlan plan = seat::make_hall(HallKind::kTheatre);
    const PlanText text{plan};
    EXPECT_EQ(seat::plan_from_text(text.text()).value(), plan);
    EXPECT_EQ(testing::unpacked(std::string{text.packed()}, 1'000'000), text.text());
}

TEST(PlanText, HasATagOfItsContent) {
    HallPlan plan = seat::make_hall(HallKind::kTheatre);
    const PlanText first{plan};
    EXPECT_EQ(PlanText{plan}.tag(), first.tag());
    EXPECT_EQ(first.tag().size(), 18U);
    plan.name = "Another";
    EXPECT_NE(PlanText{plan}.tag(), first.tag());
}

TEST(PlanTexts, MakesEachPlansTextOnce) {
    const auto plan = std::make_shared<const HallPlan>(seat::make_hall(HallKind::kTheatre));
    const auto other = std::make_shared<const HallPlan>(*plan);
    PlanTexts texts;
    const auto first = texts.of(plan);
    EXPECT_EQ(texts.of(plan), first);
    EXPECT_NE(texts.of(other), first);
}

TEST(PlanTexts, LoopsThatAskAtOnceGetTheSameText) {
    const auto plan = std::make_shared<const HallPlan>(seat::make_hall(HallKind::kTheatre));
    PlanTexts texts;
    std::array<std::shared_ptr<const PlanText>, 4> got;
    {
        std::array<std::jthread, 4> loops;
        for (std::size_t i = 0; i < loops.size(); ++i)
            loops[i] = std::jthread{[&, i] { got[i] = texts.of(plan); }};
    }
    for (const auto& text : got)
        EXPECT_EQ(text, got[0]);
}

TEST(PlanText, OfAStadiumIsLessThanHalfAMegabytePacked) {
    const PlanText text{seat::make_hall(HallKind::kStadium)};
    EXPECT_LT(text.packed().size(), 512 * 1024U);
    RecordProperty("packed_bytes", static_cast<int>(text.packed().size()));
    RecordProperty("bytes", static_cast<int>(text.text().size()));
}

}  // namespace
}  // namespace onsale::http
