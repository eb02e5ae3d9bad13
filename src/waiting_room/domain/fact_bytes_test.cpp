#include "waiting_room/domain/fact_bytes.hpp"

#include <set>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

Facts one_of_each() {
    const auto settings = std::make_shared<const EventSettings>(test_settings());
    Levers levers;
    levers.message_waiting = "soon";
    const auto guests =
        std::make_shared<const std::vector<GuestId>>(std::vector{test_guest(1), test_guest(2)});
    const auto codes =
        std::make_shared<const std::vector<Sha256Digest>>(std::vector{sha256("a"), sha256("b")});
    const FactBodies bodies = {
        fact::EventCreated{settings},
        fact::EventEdited{settings},
        fact::LifecycleChanged{Lifecycle::kPaused},
        fact::PhaseChanged{std::uint16_t{3}},
        fact::LeversSet{std::make_shared<const Levers>(levers)},
        fact::DeadlinesFrozen{true},
        fact::DeadlinesMoved{5min},
        fact::Resumed{Duration{123'456'789}},
        fact::LobbySealed{sha256("secret")},
        fact::LobbyDrawn{sha256("root"), nullptr},
        fact::Joined{test_guest(7)},
        fact::WentAway{Number{1}},
        fact::CameBack{Number{300}},
        fact::Left{Number{70'000}},
        fact::Admitted{Number{0xffff'ffff}},
        fact::Claimed{Number{2}},
        fact::ClaimMissed{Number{3}},
        fact::PlaceEnded{Number{4}, EndReason::kRevoked},
        fact::GuestBarred{test_guest(8)},
        fact::GuestsListed{"fans", guests},
        fact::CodesIssued{"fans", 4, codes},
        fact::CodeUsed{"fans", sha256("a"), test_guest(9)},
        fact::ClaimShown{"fans", test_guest(10)},
        fact::NumbersSkipped{Number{10'000'000}},
        fact::PlaceMoved{test_guest(11), Number{12}},
        fact::AdmissionDeadlineSet{Number{13}, instant_from_ms(1'700'000'000'000)},
        fact::AdmissionKept{Number{14}, Keep::kByPayment},
        fact::SoldOutSet{true},
        fact::AdmissionBraked{7},
        fact::PlaceRestored{test_guest(12), Number{15}},
        fact::AdmissionExtended{Number{16}, instant_from_ms(1'700'000'000'000), 3},
        fact::GuestsBarred{guests},
        fact::GuestsUnbarred{guests},
    };
    Facts facts;
    for (const FactBody& body : bodies)
        facts.push_back({EventId{500}, body});
    return facts;
}

std::string bytes_of(const Fact& fact) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, fact);
    return bytes;
}

template <class Body>
Body reread(const Body& body) {
    Facts facts;
    EXPECT_TRUE(load(bytes_of({EventId{1}, body}), facts));
    return std::get<Body>(facts.at(0).body);
}

}  // namespace

TEST(FactBytes, TheSampleHasOneOfEachFact) {
    std::set<std::size_t> kinds;
    for (const Fact& fact : one_of_each())
        kinds.insert(fact.body.index());
    EXPECT_EQ(kinds.size(), std::variant_size_v<FactBody>);
}

TEST(FactBytes, EveryFactWritesTheSameBytesAfterReading) {
    std::string bytes;
    for (const Fact& fact : one_of_each())
        bytes += bytes_of(fact);
    Facts read;
    ASSERT_TRUE(load(bytes, read));
    std::string again;
    for (const Fact& fact : read) {
        EXPECT_EQ(fact.event, EventId{500});
        again += bytes_of(fact);
    }
    EXPECT_EQ(again, bytes);
}

// Comparing bytes would not detect a field that is missing in both directions.
TEST(FactBytes, FieldsComeBack) {
    EXPECT_EQ(reread(fact::LifecycleChanged{Lifecycle::kClosed}).to, Lifecycle::kClosed);
    EXPECT_EQ(reread(fact::PhaseChanged{std::uint16_t{0}}).phase, std::uint16_t{0});
    EXPECT_EQ(reread(fact::PhaseChanged{}).phase, std::nullopt);
    EXPECT_TRUE(reread(fact::DeadlinesFrozen{true}).frozen);
    EXPECT_EQ(reread(fact::DeadlinesMoved{-5ms}).by, -5ms);
    EXPECT_EQ(reread(fact::Resumed{77ms}).gap, 77ms);
    EXPECT_EQ(reread(fact::LobbySealed{sha256("s")}).secret, sha256("s"));
    EXPECT_EQ(reread(fact::LobbyDrawn{sha256("r"), nullptr}).members_root, sha256("r"));
    EXPECT_EQ(reread(fact::Joined{test_guest(1)}).guest, test_guest(1));
    EXPECT_EQ(reread(fact::Left{Number{128}}).number, Number{128});
    const auto ended = reread(fact::PlaceEnded{Number{9}, EndReason::kCompleted});
    EXPECT_EQ(ended.number, Number{9});
    EXPECT_EQ(ended.reason, EndReason::kCompleted);
    const auto used = reread(fact::CodeUsed{"p", sha256("c"), test_guest(2)});
    EXPECT_EQ(used.phase, "p");
    EXPECT_EQ(used.code, sha256("c"));
    EXPECT_EQ(used.guest, test_guest(2));
    const auto shown = reread(fact::ClaimShown{"q", test_guest(3)});
    EXPECT_EQ(shown.phase, "q");
    EXPECT_EQ(shown.guest, test_guest(3));
    EXPECT_EQ(*reread(fact::EventEdited{std::make_shared<EventSettings>(test_settings())}).settings,
              test_settings());
}

TEST(FactBytes, ListsComeBack) {
    const auto guests = std::make_shared<const std::vector<GuestId>>(
        std::vector{test_guest(1), test_guest(2), test_guest(1)});
    EXPECT_EQ(*reread(fact::GuestsListed{"a", guests}).guests, *guests);
    const auto codes =
        std::make_shared<const std::vector<Sha256Digest>>(std::vector{sha256("x"), sha256("y")});
    const auto issued = reread(fact::CodesIssued{"a", 9, codes});
    EXPECT_EQ(*issued.codes, *codes);
    EXPECT_EQ(issued.uses, 9u);
}

TEST(FactBytes, TruncationAtEveryByteIsNoticed) {
    for (const Fact& fact : one_of_each()) {
        const std::string bytes = bytes_of(fact);
        for (std::size_t size = 1; size < bytes.size(); ++size) {
            Facts facts;
            EXPECT_FALSE(load(bytes.substr(0, size), facts)) << fact.body.index() << ':' << size;
            EXPECT_TRUE(facts.empty());
        }
    }
}

TEST(FactBytes, FactsBeforeTheDamageAreKept) {
    Facts facts;
    const std::string good = bytes_of({EventId{1}, fact::Admitted{Number{1}}});
    EXPECT_FALSE(load(good + good + "\x0f", facts));
    EXPECT_EQ(facts.size(), 2u);
}

TEST(FactBytes, AnUnknownTagIsRefused) {
    const auto first_unknown = static_cast<char>(std::variant_size_v<FactBody> + 1);
    for (const char tag : {'\0', first_unknown, '\xff'}) {
        Facts facts;
        EXPECT_FALSE(load(std::string(40, tag), facts));
        EXPECT_TRUE(facts.empty());
    }
}

// Tags must never change: a reordered variant would read old journals as other facts.
TEST(FactBytes, TagsAreThoseOfTheJournalFormat) {
    EXPECT_EQ(bytes_of({EventId{1}, fact::Joined{test_guest(1)}})[0], 11);
    EXPECT_EQ(bytes_of({EventId{1}, fact::PlaceEnded{}})[0], 18);
    EXPECT_EQ(bytes_of({EventId{1}, fact::ClaimShown{}})[0], 23);
    EXPECT_EQ(bytes_of({EventId{1}, fact::PlaceMoved{}})[0], 25);
    EXPECT_EQ(bytes_of({EventId{1}, fact::AdmissionDeadlineSet{}})[0], 26);
    EXPECT_EQ(bytes_of({EventId{1}, fact::AdmissionBraked{}})[0], 29);
    EXPECT_EQ(bytes_of({EventId{1}, fact::PlaceRestored{}})[0], 30);
    EXPECT_EQ(bytes_of({EventId{1}, fact::AdmissionExtended{}})[0], 31);
    EXPECT_EQ(bytes_of({EventId{1}, fact::Left{Number{5}}}), "\x0e\x01\x05");
}

}  // namespace onsale::waiting_room
