// An engine that cannot write refuses each command with the type of outcome that the command names.
#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using test::TestEngine;
using namespace waiting_room;

// Has the fields of other commands but no outcome type.
struct NamesNoOutcome {
    EventId event;
    Number number;
    AdmissionId admission;
    bool bar = false;
};
struct NamesNumber {
    using Outcome = int;
};
enum class OnlyUnavailable : std::uint8_t { kUnavailable };
struct CannotSayUnknown {
    using Outcome = Result<int, OnlyUnavailable>;
};

static_assert(Answered<waiting_room::command::Leave>);
static_assert(Answered<sale::command::CancelOrder>);
static_assert(!Answered<NamesNoOutcome>);
static_assert(!Answered<NamesNumber>);
static_assert(!Answered<CannotSayUnknown>);

template <class Error>
Error error_in(const Error& error) {
    return error;
}

template <class Refusal>
    requires requires(Refusal refusal) { refusal.error; }
auto error_in(const Refusal& refusal) {
    return refusal.error;
}

template <class Typed, class Body>
void expect_refused(TestEngine& test) {
    const Outcome outcome = test.act(Command{Body{}});
    ASSERT_TRUE(std::holds_alternative<Typed>(outcome)) << typeid(Body).name();
    const auto error = error_in(std::get<Typed>(outcome).error());
    using Error = std::remove_const_t<decltype(error)>;
    const bool is_full = test.engine->health() == Health::kDiskFull;
    EXPECT_EQ(error, is_full ? Error::kUnavailable : Error::kOutcomeUnknown) << typeid(Body).name();
}

// Returns the number of commands.
template <class Typed, class... Bodies>
std::size_t expect_each_refused(TestEngine& test) {
    (expect_refused<Typed, Bodies>(test), ...);
    return sizeof...(Bodies);
}

std::size_t expect_lines_refused(TestEngine& test) {
    using namespace waiting_room::command;
    return expect_each_refused<EnterOutcome, Enter>(test) +
           expect_each_refused<EligibilityOutcome, CheckEligibility>(test) +
           expect_each_refused<CodeOutcome, SpendCode>(test) +
           expect_each_refused<MoveOutcome, OfferPlace, TakePlace>(test) +
           expect_each_refused<PlaceOutcome, Leave, Claim, Complete, Extend, Revoke, TakeNumbers>(
               test) +
           expect_each_refused<OperatorOutcome, CreateEvent, EditEvent, ChangeLifecycle,
                               DelayOpening, SetLevers, FreezeDeadlines, MoveDeadlines, ListGuests,
                               BarGuests, IssueCodes>(test);
}

std::size_t expect_sale_refused(TestEngine& test) {
    using namespace sale::command;
    return expect_each_refused<sale::HoldOutcome, SelectSeats, SelectBest>(test) +
           expect_each_refused<sale::ReleaseOutcome, ReleaseSeats>(test) +
           expect_each_refused<sale::OrderOutcome, RequestPayment, ConfirmPayment, KeepReturn,
                               TakeBack, RecordPayment, CancelOrder, RequestRefund, RecordRefund,
                               RetryRefund, AskAgain, HoldLonger, ShowOrder, ShowOrderById,
                               ShowBooking, ShowOpenOrder>(test) +
           expect_each_refused<sale::OrdersOutcome, ListBookings, ListOrders>(test) +
           expect_each_refused<sale::OrderPageOutcome, FindOrders>(test) +
           expect_each_refused<sale::RefundPreview, PreviewRefund>(test) +
           expect_each_refused<sale::OfficeOutcome, OpenHall, SetHallRules, BlockSeats,
                               UnblockSeats, ReleaseReturned, SetTerms, SetSettings, SetLevers,
                               SetBrake>(test);
}

// Seen has no outcome, and SaleCommand stands for its own alternatives.
constexpr std::size_t kLineCommands = std::variant_size_v<Command> - 2;

TEST(EngineRefusal, AFullDiskRefusesEachCommandAsCertainlyNotDone) {
    TestEngine test;
    test.fill_disk();
    (void)test.enter(1);
    ASSERT_EQ(test.engine->health(), Health::kDiskFull);
    EXPECT_EQ(expect_lines_refused(test), kLineCommands);
    EXPECT_EQ(expect_sale_refused(test), std::variant_size_v<SaleCommand>);
}

TEST(EngineRefusal, AFailedSyncRefusesEachCommandWithAnUnknownOutcome) {
    TestEngine test;
    test.disk.fail_next_sync();
    (void)test.enter(1);
    ASSERT_EQ(test.engine->health(), Health::kFailed);
    EXPECT_EQ(expect_lines_refused(test), kLineCommands);
    EXPECT_EQ(expect_sale_refused(test), std::variant_size_v<SaleCommand>);
}

}  // namespace
}  // namespace onsale::embedded
