#include "operate/domain/audit_follower.hpp"

#include <gtest/gtest.h>

namespace onsale::operate {
namespace {

const AuditMac kMac = [](std::string_view bytes) { return sha256("key" + std::string{bytes}); };

AuditEntry entry_after(const AuditHead& head, std::string result, std::uint64_t begun = 0) {
    AuditEntry entry{.seq = head.seq + 1, .at = {}, .note = {.who = "owner.key"}};
    entry.note.result = std::move(result);
    entry.note.begun = begun;
    entry.chain = audit_chain(kMac, head.chain, entry);
    return entry;
}

AuditHead head_of(const AuditEntry& entry) {
    return {entry.seq, entry.chain};
}

TEST(AuditFollower, CountsWhatWasBegunAndHasNoResult) {
    AuditFollower follower{kMac};
    const AuditEntry first = entry_after({}, "begun");
    const AuditEntry second = entry_after(head_of(first), "begun");
    const AuditEntry third = entry_after(head_of(second), "done", 1);
    for (const AuditEntry& entry : {first, second, third})
        EXPECT_TRUE(follower.follow(entry));
    EXPECT_EQ(follower.report().unfinished, 1u);
    EXPECT_EQ(follower.report().head.seq, 3u);
}

TEST(AuditFollower, NamesTheFirstEntryThatIsMissing) {
    AuditFollower follower{kMac};
    const AuditEntry first = entry_after({}, "done");
    EXPECT_FALSE(follower.follow(entry_after(head_of(first), "done")));
    EXPECT_NE(follower.report().damage.find("audit entry 1"), std::string::npos);
}

TEST(AuditFollower, AHeadThatWasStoredElsewhereMustOccur) {
    const AuditEntry first = entry_after({}, "done");
    const AuditEntry second = entry_after(head_of(first), "done");
    AuditFollower cut_off{kMac, second.chain};
    EXPECT_TRUE(cut_off.follow(first));
    EXPECT_NE(cut_off.report().damage, "");
    EXPECT_TRUE(cut_off.follow(second));
    EXPECT_EQ(cut_off.report().damage, "");
}

}  // namespace
}  // namespace onsale::operate
