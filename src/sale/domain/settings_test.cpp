#include "sale/domain/settings.hpp"

#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

template <class Value>
std::string saved(const Value& value) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, value);
    return bytes;
}

SaleSettings unusual_settings() {
    return {.seats_per_guest = 8,
            .seats_per_performance = 4,
            .more_purchases = true,
            .returns = ReturnPolicy::kByOperator,
            .return_window = 3h,
            .left_shown = LeftShown::kNone,
            .public_map = true,
            .admission = AdmissionMode::kBrake};
}

SaleLevers unusual_levers() {
    return {.holds_stopped = true,
            .sections_stopped = {"S", "Balcony"},
            .providers_stopped = {{2}, {255}},
            .message_holding = "Please hurry.",
            .message_paid = "Thank you."};
}

TEST(SaleSettingsBytes, GiveBackWhatWasSaved) {
    for (const SaleSettings& settings : {SaleSettings{}, unusual_settings()}) {
        const std::string bytes = saved(settings);
        ByteReader in{bytes};
        EXPECT_EQ(load_sale_settings(in), settings);
        EXPECT_TRUE(in.ok() && in.at_end());
    }
}

TEST(SaleLeversBytes, GiveBackWhatWasSaved) {
    for (const SaleLevers& levers : {SaleLevers{}, unusual_levers()}) {
        const std::string bytes = saved(levers);
        ByteReader in{bytes};
        EXPECT_EQ(load_sale_levers(in), levers);
        EXPECT_TRUE(in.ok() && in.at_end());
    }
}

TEST(SaleSettingsBytes, CutShortAreNotOk) {
    const std::string bytes = saved(unusual_settings());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader in{std::string_view{bytes}.substr(0, size)};
        (void)load_sale_settings(in);
        EXPECT_FALSE(in.ok()) << size;
    }
}

TEST(SaleLeversBytes, CutShortAreNotOk) {
    const std::string bytes = saved(unusual_levers());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader in{std::string_view{bytes}.substr(0, size)};
        (void)load_sale_levers(in);
        EXPECT_FALSE(in.ok()) << size;
    }
}

TEST(SaleSettings, AtTheirLimitsCanBe) {
    SaleSettings settings = unusual_settings();
    settings.seats_per_guest = kSeatsPerGuestMax;
    settings.seats_per_performance = kSeatsPerGuestMax;
    settings.return_window = kReturnWindowMax;
    EXPECT_EQ(problem_of(settings), std::nullopt);
    EXPECT_EQ(problem_of(unusual_levers()), std::nullopt);
}

TEST(SaleLevers, ASectionWithControlCharactersIsRefused) {
    for (const char* text : {"a\x7f", "a\xC2\x9B", "a\r\nb", "a\nb", "a\tb"}) {
        SaleLevers levers = unusual_levers();
        levers.sections_stopped.push_back(text);
        EXPECT_EQ(problem_of(levers), "sectionsStopped") << text;
    }
}

TEST(SaleLevers, AMessageWithControlCharactersIsNamed) {
    for (const char* text : {"a\x7f", "a\xC2\x9B", "a\r\nb", "a\tb"}) {
        SaleLevers holding = unusual_levers();
        holding.message_holding = text;
        EXPECT_EQ(problem_of(holding), "messageHolding") << text;
        SaleLevers paid = unusual_levers();
        paid.message_paid = text;
        EXPECT_EQ(problem_of(paid), "messagePaid") << text;
    }
    SaleLevers lines = unusual_levers();
    lines.message_paid = "Thank you.\nSee you soon.";
    EXPECT_EQ(problem_of(lines), std::nullopt);
}

}  // namespace
}  // namespace onsale::sale
