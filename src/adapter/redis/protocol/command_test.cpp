#include "adapter/redis/protocol/command.hpp"

#include <gtest/gtest.h>

#include "adapter/redis/protocol/script.hpp"

namespace onsale::redis {
namespace {

using namespace std::string_literals;

TEST(Command, KeepsAnyByteOfItsWords) {
    const Command command{"SET", {"key", "a\0\r\n"s}};
    EXPECT_EQ(command.encode(), "*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$4\r\na\0\r\n\r\n"s);
}

TEST(Command, SendsAnEmptyWord) {
    EXPECT_EQ((Command{"ECHO", {""}}.encode()), "*2\r\n$4\r\nECHO\r\n$0\r\n\r\n");
}

TEST(Script, IsCalledByItsDigest) {
    // The digest is the one in the example of the Redis documentation.
    const Script script{"sample", "return 'Immabe a cached script'"};
    const Command call = script.call({{"k"s}}, {{"v"s}});
    EXPECT_EQ(call.name(), "sample");
    EXPECT_EQ(call.words(), (std::vector{"EVALSHA"s, "c664a3bf70bd1d45c4284ffebb65a6f2299bfc9f"s,
                                         "1"s, "k"s, "v"s}));
}

TEST(Script, IsSentAsTextWhereTheDigestIsUnknown) {
    const Script script{"one", "return 1"};
    EXPECT_EQ(script.call({}, {}).encode(ScriptForm::kText),
              "*3\r\n$4\r\nEVAL\r\n$8\r\nreturn 1\r\n$1\r\n0\r\n");
}

TEST(Pipeline, SendsWaitBehindItsCommands) {
    const Pipeline pipeline{{Command{"INCR", {"k"}}},
                            ReplicaWait{1, std::chrono::milliseconds{50}}};
    EXPECT_EQ(pipeline.encode(ScriptForm::kDigest, false),
              "*2\r\n$4\r\nINCR\r\n$1\r\nk\r\n*3\r\n$4\r\nWAIT\r\n$1\r\n1\r\n$2\r\n50\r\n");
    EXPECT_EQ(pipeline.answers(), 2U);
}

TEST(Pipeline, AsksBeforeEveryCommandButNotBeforeWait) {
    const Pipeline pipeline{{Command{"GET", {"a"}}, Command{"GET", {"b"}}}, ReplicaWait{}};
    const std::string asking = "*1\r\n$6\r\nASKING\r\n";
    const std::string bytes = pipeline.encode(ScriptForm::kDigest, true);
    EXPECT_TRUE(bytes.starts_with(asking + "*2\r\n$3\r\nGET"));
    EXPECT_NE(bytes.find(asking + "*2\r\n$3\r\nGET\r\n$1\r\nb"), bytes.npos);
    EXPECT_EQ(bytes.find(asking + "*3"), bytes.npos);
    EXPECT_EQ(pipeline.answers_on_wire(true), 5U);
}

TEST(Pipeline, DropsTheAnswersToAsking) {
    const Pipeline pipeline{{Command{"GET", {"a"}}, Command{"GET", {"b"}}}, ReplicaWait{}};
    const auto ok = Reply::status("OK");
    EXPECT_EQ(
        pipeline.without_asking({ok, Reply::bulk("1"), ok, Reply::bulk("2"), Reply::integer_of(1)}),
        (std::vector{Reply::bulk("1"), Reply::bulk("2"), Reply::integer_of(1)}));
}

}  // namespace
}  // namespace onsale::redis
