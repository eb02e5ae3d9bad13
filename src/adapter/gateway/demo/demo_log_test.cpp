#include "adapter/gateway/demo/demo_log.hpp"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "adapter/gateway/demo/test_payments.hpp"

namespace onsale::gateway {
namespace {

using Records = std::vector<std::string>;

Records read(const DemoFolder& folder) {
    Records records;
    const DemoLog log{folder.file(), [&](std::string_view record) {
                          records.emplace_back(record);
                          return true;
                      }};
    return records;
}

void append(const DemoFolder& folder, const Records& records) {
    DemoLog log{folder.file(), [](std::string_view) { return true; }};
    ASSERT_TRUE(log.append(records));
}

// The error message when opening the file; empty when it opens.
std::string complaint(const DemoFolder& folder) {
    try {
        read(folder);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST(DemoLog, GivesBackWhatWasAppendedInItsOrder) {
    const DemoFolder folder;
    append(folder, {"one", "two"});
    append(folder, {"three"});
    EXPECT_EQ(read(folder), (Records{"one", "two", "three"}));
}

TEST(DemoLog, IgnoresATornEndWhereverItTears) {
    const DemoFolder folder;
    append(folder, {"first"});
    const std::string whole = folder.read();
    append(folder, {"second"});
    const std::string both = folder.read();
    for (std::size_t size = whole.size(); size < both.size(); ++size) {
        folder.write(both.substr(0, size));
        EXPECT_EQ(read(folder), Records{"first"}) << size;
        EXPECT_EQ(folder.read(), whole) << size;
    }
    folder.write(both.substr(0, both.size() - 1) + '\0');
    EXPECT_EQ(read(folder), Records{"first"});
}

TEST(DemoLog, IgnoresATornFirstLineAndZeros) {
    const DemoFolder folder;
    append(folder, {"first"});
    const std::string whole = folder.read();
    folder.write(whole + std::string(100, '\0'));
    EXPECT_EQ(read(folder), Records{"first"});
    folder.write(whole.substr(0, 5));
    EXPECT_EQ(read(folder), Records{});
    append(folder, {"next"});
    EXPECT_EQ(read(folder), Records{"next"});
}

TEST(DemoLog, GoesOnBehindATornEnd) {
    const DemoFolder folder;
    append(folder, {"first", "second"});
    folder.write(folder.read().substr(0, folder.read().size() - 3));
    append(folder, {"third"});
    EXPECT_EQ(read(folder), (Records{"first", "third"}));
}

TEST(DemoLog, RefusesDamageBeforeTheEndAndLeavesItAlone) {
    const DemoFolder folder;
    append(folder, {"first", "second"});
    std::string bytes = folder.read();
    ++bytes[bytes.find("first")];
    folder.write(bytes);
    const std::string said = complaint(folder);
    EXPECT_NE(said.find(folder.file().string()), said.npos) << said;
    EXPECT_NE(said.find("damaged at byte 18"), said.npos) << said;
    EXPECT_EQ(folder.read(), bytes);
}

TEST(DemoLog, RefusesASizeThatIsNone) {
    const DemoFolder folder;
    append(folder, {"first", "second"});
    std::string bytes = folder.read();
    bytes[bytes.find("first") - 9] = '\x7f';  // The most significant byte of its size.
    folder.write(bytes);
    EXPECT_NE(complaint(folder), "");
}

TEST(DemoLog, RefusesAFileThatIsNotItsOwn) {
    const DemoFolder folder;
    folder.write("something else entirely, and long enough");
    const std::string said = complaint(folder);
    EXPECT_NE(said.find("demo-pay.log is no file of Demo Pay"), said.npos) << said;
    EXPECT_NE(said.find("move it away"), said.npos) << said;
}

TEST(DemoLog, RefusesARecordThatItsReaderCannotRead) {
    const DemoFolder folder;
    append(folder, {"not a payment"});
    EXPECT_THROW(folder.start(), std::runtime_error);
}

TEST(DemoLog, AFolderThatIsMissingIsNamed) {
    EXPECT_THROW((DemoLog{"/nonexistent/demo-pay.log", [](std::string_view) { return true; }}),
                 std::runtime_error);
}

TEST(DemoRecord, IsReadBackWhole) {
    DemoRecord record;
    record.payment = {"key",   "ref",
                      "shop",  {1'234, payment::Currency{{'U', 'S', 'D'}}},
                      34,      DemoStatus::kVoided,
                      "Title", "/back",
                      kOpened};
    record.script = DemoScript::kWebhookFirst;
    record.refund_script = DemoRefundScript::kRefuse;
    record.given_back = {{"a", 1'000}, {"b", 200}};
    record.charges = 1;
    record.announced = DemoRecord::Announced{DemoStatus::kDone, kOpened, 3};
    const std::string bytes = to_bytes(record);
    const auto read = read_demo_record(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(to_bytes(*read), bytes);
    EXPECT_EQ(read->payment.valid_until, kOpened);
    EXPECT_EQ(read->given_back.at(1).amount, 200);
    EXPECT_EQ(read->announced->tries, 3);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(read_demo_record(std::string_view{bytes}.substr(0, size))) << size;
    EXPECT_FALSE(read_demo_record(bytes + "x"));
}

TEST(DemoScript, HasAWordOfItsOwn) {
    std::set<DemoScript> scripts;
    for (const std::string_view word :
         {"approve", "decline", "slow", "lose-answer", "duplicate-webhook", "late-webhook",
          "webhook-first", "charge-at-page"}) {
        const auto script = parse_demo_script(word);
        ASSERT_TRUE(script) << word;
        EXPECT_TRUE(scripts.insert(*script).second) << word;
    }
    EXPECT_EQ(parse_demo_script("lose-answer"), DemoScript::kLoseAnswer);
    EXPECT_EQ(parse_demo_script("charge-at-page"), DemoScript::kChargeAtPage);
    EXPECT_FALSE(parse_demo_script("Approve"));
    EXPECT_FALSE(parse_demo_script(""));
}

}  // namespace onsale::gateway
