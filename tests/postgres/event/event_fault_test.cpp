// A connection that is lost around the COMMIT of a change.
#include <gtest/gtest.h>

#include "tests/postgres/event/event_site.hpp"
#include "tests/support/server/tcp_proxy.hpp"

namespace onsale::postgres {
namespace {

using namespace waiting_room::command;
using test::Flow;

class EventFault : public OnStore {
  protected:
    void SetUp() override {
        OnStore::SetUp();
        event = create(far);
    }
    ChangeLifecycle unpublish() const { return {event, LifecycleAction::kUnpublish, false}; }
    // Cuts the connection when `word` is on its way to the server.
    void cut_at(const std::string& word, Flow answers) {
        proxy.when_requested(word, [this, answers] {
            proxy.answers = answers;
            if (answers == Flow::kPassed) proxy.cut();
        });
    }

    test::TcpProxy proxy{loop, server().port()};
    StoreSide far{loop, proxy.port(), time};
    EventId event;
};

TEST_F(EventFault, ALostAnswerToTheCommitIsUnknownAndARepeatIsSafe) {
    far.store.timeout = 500ms;
    cut_at("commit", Flow::kSwallowed);
    const auto lost = call(far.office, unpublish());
    EXPECT_EQ(lost.error().error, OperatorError::kOutcomeUnknown);
    EXPECT_EQ(sql("SELECT published::text || seq FROM events"), "false2");
    EXPECT_EQ(far.replica.seq(event), 1U) << "not applied before it is certain";
    proxy.answers = Flow::kPassed;
    proxy.cut();
    far.store.timeout = 5s;
    const auto again = call(far.office, unpublish());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->count, 0U) << "it was done";
    EXPECT_EQ(sql("SELECT seq FROM events"), "2");
    EXPECT_EQ(far.replica.seq(event), 2U);
}

TEST_F(EventFault, ACutBeforeTheCommitIsCertain) {
    cut_at("FOR UPDATE", Flow::kPassed);
    const auto lost = call(far.office, unpublish());
    EXPECT_EQ(lost.error().error, OperatorError::kUnavailable);
    EXPECT_EQ(sql("SELECT published::text || seq FROM events"), "true1");
    EXPECT_TRUE(call(far.office, unpublish()));
}

TEST_F(EventFault, AListOfWhichPagesAreMissingIsUnknownAndARepeatCompletesIt) {
    auto settings = event_settings("listed");
    settings->phases = {phase(waiting_room::Eligibility::kList, kNow + 24h, kNow + 48h)};
    const EventId listed = call(far.office, CreateEvent{settings}).value().event;
    auto guests = std::make_shared<std::vector<GuestId>>();
    for (std::uint32_t i = 0; i < 25'000; ++i)
        guests->push_back(guest(i));
    const ListGuests list{listed, "first", guests, false};
    // The first page is committed, the second one certainly not.
    proxy.when_requested("commit", [&] { cut_at("event_row_lock", Flow::kPassed); });
    EXPECT_EQ(call(far.office, list).error().error, OperatorError::kOutcomeUnknown);
    EXPECT_EQ(call(far.office, list).value().count, 25'000U);
    EXPECT_EQ(sql("SELECT count(*) FROM phase_guests"), "25000");
    EXPECT_EQ(sql("SELECT entries FROM events WHERE id = 2"), "25000");
}

TEST_F(EventFault, WithoutADatabaseNothingIsDecided) {
    far.store.timeout = 200ms;
    proxy.refuses = true;
    proxy.cut();
    EXPECT_EQ(call(far.office, unpublish()).error().error, OperatorError::kUnavailable);
    EXPECT_EQ(call(far.line_store, TakeNumbers{event, 1}).error(),
              waiting_room::PlaceError::kUnavailable);
    EXPECT_EQ(call(far.sale_office, sale::command::SetBrake{event, 1}).error().error,
              sale::OfficeError::kUnavailable);
}

}  // namespace
}  // namespace onsale::postgres
