#include "sale/domain/state.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "waiting_room/domain/fact_bytes.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

TestSale busy_sale() {
    TestSale sale;
    const Buyer first = sale.let_in(1);
    (void)sale.select(first, {"A-1", "A-2"});
    sale.pass(10s);
    (void)sale.select(first, {"A-2", "A-3"});
    const Buyer second = sale.let_in(2);
    (void)sale.select(second, {"A-9"});
    sale.pass(2min);
    (void)sale.release(second);
    sale.tick();
    return sale;
}

TEST(SaleState, IsTheSumOfItsJournaledFacts) {
    const TestSale sale = busy_sale();
    EXPECT_EQ(sale.replayed(), sale.bytes());
}

TEST(SaleState, GivesTheSameBytesAfterASnapshot) {
    const TestSale sale = busy_sale();
    const std::string bytes = sale.bytes();
    ByteReader in{bytes};
    const auto loaded = State::load(in);
    ASSERT_TRUE(in.ok() && in.at_end());
    EXPECT_EQ(TestSale::bytes_of(*loaded), bytes);
}

TEST(SaleState, CutShortIsNotOk) {
    const std::string bytes = busy_sale().bytes();
    for (const std::size_t size : {bytes.size() - 1, bytes.size() / 2}) {
        ByteReader in{std::string_view{bytes}.substr(0, size)};
        (void)State::load(in);
        EXPECT_FALSE(in.ok());
    }
}

TEST(SaleFacts, OfTheWaitingRoomHaveTheBytesTheyAlwaysHad) {
    const waiting_room::Fact fact{{1}, waiting_room::fact::Left{{5}}};
    std::string old;
    std::string now;
    ByteWriter old_out{old};
    ByteWriter now_out{now};
    waiting_room::save(old_out, fact);
    save(now_out, Fact{fact});
    EXPECT_EQ(now, old);
}

TEST(SaleFacts, WithAnUnknownTagAreRefused) {
    Facts facts;
    EXPECT_FALSE(load("\xff", facts));
    EXPECT_FALSE(load(std::string_view{"\0", 1}, facts));
}

}  // namespace
}  // namespace onsale::sale
