// The codes of messages are part of the API: api/openapi.yaml must list those of the tables.
#include "operate/domain/message_codes.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace onsale::program {
namespace {

// The enum of a schema in the YAML file, without spaces.
std::string enum_of(const std::string& schema) {
    std::ifstream file{ONSALE_SOURCE_DIR "/api/openapi.yaml"};
    std::stringstream text;
    text << file.rdbuf();
    const std::string yaml = text.str();
    const std::size_t at = yaml.find("\n    " + schema + ":\n");
    if (at == yaml.npos) return "no such schema";
    constexpr std::string_view kEnum = "enum: [";
    const std::size_t begin = yaml.find(kEnum, at) + kEnum.size();
    std::string codes = yaml.substr(begin, yaml.find(']', begin) - begin);
    std::erase_if(codes, [](char sign) { return sign == ' ' || sign == '\n'; });
    return codes;
}

template <class... Lists>
std::string codes_in(const Lists&... lists) {
    std::string codes;
    const auto add = [&](const auto& list) {
        for (const operate::Wording& wording : list)
            codes += (codes.empty() ? "" : ",") + std::string{wording.code};
    };
    (add(lists), ...);
    return codes;
}

TEST(MessageCodes, AreDocumentedInTheirOrder) {
    EXPECT_EQ(enum_of("EffectCode"), codes_in(operate::kEffectWordings));
    EXPECT_EQ(enum_of("PreflightCode"), codes_in(operate::kPreflightWordings));
    EXPECT_EQ(enum_of("PartCode"), codes_in(operate::kPartWordings));
    EXPECT_EQ(enum_of("StoryCode"), codes_in(operate::kStoryWordings));
    EXPECT_EQ(enum_of("OrderStoryCode"), codes_in(operate::kOrderStoryWordings));
}

}  // namespace
}  // namespace onsale::program
