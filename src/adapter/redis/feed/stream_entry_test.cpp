#include "adapter/redis/feed/stream_entry.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "sale/domain/fact_bytes.hpp"

namespace onsale::redis {
namespace {

using waiting_room::EventId;
using waiting_room::Number;

std::string bytes_of(const sale::Fact& fact) {
    std::string bytes;
    ByteWriter out{bytes};
    sale::save(out, fact);
    return bytes;
}

Reply fields(const std::string& facts) {
    return Reply::array({Reply::bulk("t"), Reply::bulk("1800000000123"), Reply::bulk("f"),
                         Reply::bulk(facts), Reply::bulk("p"), Reply::bulk("5-1")});
}

Reply answer_with(const std::string& id, Reply its_fields) {
    Reply entry = Reply::array({Reply::bulk(id), std::move(its_fields)});
    return Reply::array(
        {Reply::array({Reply::bulk("facts:{7}"), Reply::array({std::move(entry)})})});
}

TEST(StreamEntry, HasItsTimeItsFactsAndTheEntryBeforeIt) {
    const waiting_room::Fact fact{EventId{7}, waiting_room::fact::Left{Number{3}}};
    const auto entries = read_entries(answer_with("6-0", fields(bytes_of(fact))));
    ASSERT_TRUE(entries && entries->size() == 1);
    const StreamEntry& entry = entries->front();
    EXPECT_EQ(entry.id, (StreamId{6, 0}));
    EXPECT_EQ(entry.before, (StreamId{5, 1}));
    EXPECT_EQ(entry.now, instant_from_ms(1'800'000'000'123));
    ASSERT_EQ(entry.facts.size(), 1u);
    EXPECT_EQ(bytes_of(entry.facts.front()), bytes_of(fact));
}

TEST(StreamEntry, NoNewsAreNone) {
    const auto entries = read_entries(Reply::nil());
    ASSERT_TRUE(entries);
    EXPECT_TRUE(entries->empty());
}

TEST(StreamEntry, AnUnreadableEntryIsNotHalfRead) {
    EXPECT_FALSE(read_entries(Reply::array({})));
    EXPECT_FALSE(read_entries(answer_with("six", fields(""))));
    EXPECT_FALSE(read_entries(answer_with("6-0", Reply::array({}))));
    EXPECT_FALSE(read_entries(answer_with("6-0", fields(std::string(3, '\x7f')))));
}

}  // namespace
}  // namespace onsale::redis
