#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"
#include "operate/port/decided_events.hpp"

namespace onsale::http {
namespace {

using testing::AdminTestSite;
using waiting_room::EventId;

// A store with changes that Redis, and so the view, has not received.
struct UntoldStore final : DecidedEvents {
    const waiting_room::Line* line(EventId event) const override { return room.find(event); }
    const sale::SaleLevers* levers(EventId) const override { return nullptr; }
    const sale::SaleSettings* settings(EventId) const override { return nullptr; }
    bool is_told(EventId) const override { return told; }

    waiting_room::WaitingRoom room;
    bool told = false;
};

class AdminDecided : public ::testing::Test {
  protected:
    AdminDecided() {
        site.call(Method::kPost, "/api/admin/events",
                  R"({"key":"show","title":"Show","opensAt":"2027-02-01T20:00:00+09:00"})");
        const auto settings =
            std::make_shared<const waiting_room::EventSettings>(view().settings());
        decide(waiting_room::fact::EventCreated{settings});
        waiting_room::Levers levers;
        levers.joins_stopped = true;
        decide(waiting_room::fact::LeversSet{
            std::make_shared<const waiting_room::Levers>(std::move(levers))});
        site.context.decided = &store;
        site.context.degraded = Degraded::kRedisGone;
    }

    void decide(waiting_room::FactBody body) {
        store.room.evolve({id(), std::move(body)}, site.clock.now());
    }
    EventId id() const { return *site.context.view.id_of("show"); }
    const waiting_room::LineView& view() const { return *site.context.view.find(id()); }

    AdminTestSite site;
    UntoldStore store;
};

TEST_F(AdminDecided, IsShownThoughTheViewHasNotHeardOfIt) {
    ASSERT_FALSE(view().levers().joins_stopped);
    const auto line = site.call(Method::kGet, "/api/admin/events/show/line").json();
    EXPECT_TRUE(line.at("levers").at("joinsStopped").as_bool());
    EXPECT_TRUE(line.at("pending").as_bool());
    const auto event = site.call(Method::kGet, "/api/admin/events/show").json().at("event");
    EXPECT_EQ(event.at("version").to_number<int>(), 2);
}

TEST_F(AdminDecided, IsNotUndoneByTheNextLever) {
    const auto answer = site.call(Method::kPut, "/api/admin/events/show/levers?version=2",
                                  R"({"admissionStopped":true})");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_TRUE(view().levers().joins_stopped);
    EXPECT_TRUE(view().levers().admission_stopped);
    EXPECT_TRUE(answer.json().at("pending").as_bool());
    EXPECT_EQ(answer.json().at("effects").as_array().back().at("code").as_string(),
              "applies_later");
}

TEST_F(AdminDecided, IsNoNewsOnceRedisKnows) {
    store.told = true;
    const auto line = site.call(Method::kGet, "/api/admin/events/show/line").json();
    EXPECT_FALSE(line.contains("pending"));
    store.told = false;
    site.context.degraded = Degraded::kNo;  // The change is still being relayed, which is normal.
    EXPECT_FALSE(site.call(Method::kGet, "/api/admin/events/show/line").json().contains("pending"));
}

}  // namespace
}  // namespace onsale::http
