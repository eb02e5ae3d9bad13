#include "waiting_room/domain/line/ledger.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

std::vector<Number> in_order(const std::set<std::pair<Instant, Number>>& due) {
    std::vector<Number> numbers;
    for (const auto& [instant, number] : due)
        numbers.push_back(number);
    return numbers;
}

}  // namespace

TEST(DueSet, GivesTheEarliestFirst) {
    DueSet due;
    due.set(Number{1}, kOpensAt + 3s);
    due.set(Number{2}, kOpensAt + 1s);
    due.set(Number{3}, kOpensAt + 2s);
    EXPECT_EQ(in_order(due.in_order()), (std::vector{Number{2}, Number{3}, Number{1}}));
}

TEST(DueSet, SettingAgainMovesTheOneDeadline) {
    DueSet due;
    due.set(Number{1}, kOpensAt + 1s);
    due.set(Number{2}, kOpensAt + 2s);
    due.set(Number{1}, kOpensAt + 3s);
    EXPECT_EQ(in_order(due.in_order()), (std::vector{Number{2}, Number{1}}));
}

TEST(DueSet, ErasingIsHarmlessForWhoIsNotThere) {
    DueSet due;
    due.set(Number{1}, kOpensAt);
    due.erase(Number{1});
    due.erase(Number{1});
    EXPECT_TRUE(due.in_order().empty());
}

TEST(Ledger, AnAdmissionIsDueByItsClaimAndAfterItByItsDeadline) {
    const LineRules rules;
    Ledger ledger;
    ledger.open(Number{1}, Admission::opened(rules, false, kOpensAt));
    EXPECT_EQ(ledger.in_order_of_due().begin()->first, kOpensAt + 120s);
    ledger.claim(Number{1});
    EXPECT_EQ(ledger.in_order_of_due().begin()->first, kOpensAt + 600s);
}

TEST(Ledger, WithClaimsOffAnAdmissionIsClaimedFromTheStart) {
    LineRules rules;
    rules.claim_within = 0s;
    const Admission admission = Admission::opened(rules, false, kOpensAt);
    EXPECT_TRUE(admission.claimed);
    EXPECT_EQ(admission.next_due(), kOpensAt + 600s);
}

TEST(Ledger, AnAdmissionKeepsItsOwnEndWhateverPutsItsDeadlineOff) {
    Ledger ledger;
    ledger.open(Number{1}, Admission::opened(LineRules{}, false, kOpensAt));
    EXPECT_EQ(ledger.find(Number{1})->own_end, kOpensAt + 600s);
    ledger.set_deadline(Number{1}, kOpensAt + 700s);
    EXPECT_EQ(ledger.find(Number{1})->own_end, kOpensAt + 600s);
}

TEST(Ledger, AnExtensionMovesTheOwnEndAsFarAsTheDeadline) {
    Ledger ledger;
    ledger.open(Number{1}, Admission::opened(LineRules{}, false, kOpensAt));
    ledger.set_deadline(Number{1}, kOpensAt + 700s);
    ledger.extend(Number{1}, kOpensAt + 745s, 1);
    EXPECT_EQ(ledger.find(Number{1})->own_end, kOpensAt + 645s);
    EXPECT_EQ(ledger.find(Number{1})->deadline, kOpensAt + 745s);
    EXPECT_EQ(ledger.in_order_of_due().begin()->first, kOpensAt + 120s);
}

TEST(Ledger, OnlyTheExactAdmissionIsLive) {
    Ledger ledger;
    ledger.open(Number{5}, Admission::opened(LineRules{}, true, kOpensAt));
    EXPECT_TRUE(ledger.live(admission_id(Number{5}, 2)));
    EXPECT_FALSE(ledger.live(admission_id(Number{5}, 1)));
    EXPECT_FALSE(ledger.live(admission_id(Number{6}, 2)));
    EXPECT_FALSE(ledger.live(AdmissionId{}));
}

TEST(Ledger, ClosingGivesTheSlotAndTheDeadlineBack) {
    Ledger ledger;
    ledger.open(Number{1}, Admission::opened(LineRules{}, false, kOpensAt));
    EXPECT_EQ(ledger.size(), 1u);
    ledger.close(Number{1});
    EXPECT_EQ(ledger.size(), 0u);
    EXPECT_TRUE(ledger.in_order_of_due().empty());
    EXPECT_EQ(ledger.find(Number{1}), nullptr);
}

TEST(AdmissionId, CarriesItsNumber) {
    EXPECT_EQ(number_of(admission_id(Number{0xffff'ffff}, 2)), Number{0xffff'ffff});
    EXPECT_NE(admission_id(Number{1}, 1), admission_id(Number{1}, 2));
}

}  // namespace onsale::waiting_room
