#include "adapter/redis/script/scripts.hpp"

#include <gtest/gtest.h>

#include "adapter/redis/script/line_keys.hpp"

namespace onsale::redis {

TEST(Scripts, EachSaysInItsHeadWhatItTakesAndReturns) {
    for (const ScriptText& script : script_texts())
        for (const std::string_view word : {"-- KEYS", "-- ARGV", "-- Returns", "Cost "})
            EXPECT_TRUE(script.own.contains(word)) << script.name << " lacks " << word;
}

TEST(Scripts, AreKnownByNameWithTheirPrelude) {
    const ScriptText& enter = script_text("line_enter");
    EXPECT_TRUE(enter.text().starts_with("#!lua\n"));
    EXPECT_TRUE(enter.text().ends_with(enter.own));
    EXPECT_EQ(enter.sha1.size(), 40u);
}

TEST(LineKeys, AreAsManyAsThePreludeKnows) {
    const auto keys = line_keys({7});
    const std::string count = "local LINE_KEYS = " + std::to_string(keys.size()) + "\n";
    EXPECT_TRUE(script_text("line_enter").prelude.contains(count));
}

TEST(LineKeys, LieInOneSlot) {
    for (const std::string& key : line_keys({7}))
        EXPECT_TRUE(key.ends_with("{7}")) << key;
}

}  // namespace onsale::redis
