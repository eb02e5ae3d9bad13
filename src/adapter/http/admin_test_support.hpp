#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>

#include "adapter/http/admin_site.hpp"
#include "token/test_keys.hpp"
#include "waiting_room/domain/event_rules.hpp"
#include "waiting_room/domain/line_rules.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::http::testing {

constexpr Instant kAdminTestStart = instant_from_ms(1'800'000'000'000);

struct AdminTestTime final : TimeSource {
    Instant wall() const override { return kAdminTestStart; }
    Duration steady() const override { return Duration{1000}; }
};

// The real rules over a room in memory, with nothing durable: decide, evolve, publish.
class AdminTestRoom final : public waiting_room::EventOffice, public waiting_room::WaitingLines {
  public:
    template <class Outcome>
    using Work = boost::asio::awaitable<Outcome>;
    using Operator = Work<waiting_room::OperatorOutcome>;
    using Place = Work<waiting_room::PlaceOutcome>;

    LoopContext* context = nullptr;
    bool broken = false;  // Every operator's call then throws.
    std::vector<waiting_room::command::Revoke> revokes;
    waiting_room::WaitingRoom room;

    void publish(waiting_room::EventId event, waiting_room::FactBodies facts) {
        for (waiting_room::FactBody& body : facts) {
            const waiting_room::Fact fact{event, std::move(body)};
            room.evolve(fact, kAdminTestStart);
            context->view.apply(fact, kAdminTestStart);
        }
    }

    Operator create(waiting_room::command::CreateEvent create) override {
        if (broken) throw std::runtime_error{"broken"};
        if (const auto problem = check(*create.settings))
            co_return fail(waiting_room::OperatorRefusal{waiting_room::OperatorError::kBadSettings,
                                                         problem->field, problem->message});
        const waiting_room::EventId id = room.next_id();
        publish(id, {waiting_room::fact::EventCreated{create.settings}});
        co_return waiting_room::Changed{id, 1, 1};
    }
    Operator edit(waiting_room::command::EditEvent edit) override {
        co_return decided(edit, decide(*room.find(edit.event), edit, kStamp));
    }
    Operator change(waiting_room::command::ChangeLifecycle change) override {
        co_return decided(change, decide(*room.find(change.event), change, kStamp));
    }
    Operator delay(waiting_room::command::DelayOpening delay) override {
        co_return decided(delay, decide(*room.find(delay.event), delay, kStamp));
    }
    Operator set_levers(waiting_room::command::SetLevers set) override {
        co_return decided(set, decide(*room.find(set.event), set));
    }
    Operator freeze(waiting_room::command::FreezeDeadlines freeze) override {
        co_return decided(freeze, decide(*room.find(freeze.event), freeze));
    }
    Operator move(waiting_room::command::MoveDeadlines move) override {
        co_return decided(move, decide(*room.find(move.event), move));
    }
    Operator list_guests(waiting_room::command::ListGuests list) override {
        co_return decided(list, decide(*room.find(list.event), list));
    }
    Operator issue_codes(waiting_room::command::IssueCodes issue) override {
        co_return decided(issue, decide(*room.find(issue.event), issue));
    }

    Work<waiting_room::EnterOutcome> enter(waiting_room::command::Enter enter) override {
        auto decision = decide(*room.find(enter.event), enter);
        publish(enter.event, std::move(decision.facts));
        co_return decision.outcome;
    }
    Work<waiting_room::EligibilityOutcome> check_eligibility(
        waiting_room::command::CheckEligibility) override {
        co_return waiting_room::EligibilityOutcome{};
    }
    Place revoke(waiting_room::command::Revoke revoke) override {
        revokes.push_back(revoke);
        auto decision = decide(*room.find(revoke.event), revoke);
        publish(revoke.event, std::move(decision.facts));
        co_return decision.outcome;
    }
    Place leave(waiting_room::command::Leave) override { co_return waiting_room::Number{}; }
    Place claim(waiting_room::command::Claim) override { co_return waiting_room::Number{}; }
    Place complete(waiting_room::command::Complete) override { co_return waiting_room::Number{}; }
    bool seen(waiting_room::EventId, std::vector<waiting_room::Number>) override { return true; }

  private:
    static constexpr Stamp kStamp{kAdminTestStart, kAdminTestStart};

    waiting_room::OperatorOutcome decided(const auto& command,
                                          waiting_room::OperatorDecision decision) {
        if (broken) throw std::runtime_error{"broken"};
        if (!decision.outcome) return fail(decision.outcome.error());
        if (!command.rehearse) publish(command.event, std::move(decision.facts));
        return waiting_room::Changed{command.event, room.find(command.event)->version(),
                                     *decision.outcome};
    }
};

struct AdminTestBackend final : AdminBackend {
    template <class Value>
    using Work = boost::asio::awaitable<Value>;

    bool accepts_key(std::string_view presented) const override { return presented == "owner"; }
    Readiness readiness() const override { return {.journal = journal, .events = 1}; }
    waiting_room::LineRules default_rules() const override { return rules; }
    Work<Result<std::uint8_t, AdminFailure>> rotate_keys() override {
        ++rotations;
        co_return std::uint8_t{2};
    }
    Work<boost::json::object> journal_stats() override {
        co_return boost::json::object{{"facts", 7}};
    }
    Work<Result<std::uint64_t, AdminFailure>> backup(std::string file) override {
        backups.push_back(file);
        if (!backup_failure.empty()) co_return fail(AdminFailure{backup_failure});
        co_return std::uint64_t{4096};
    }
    Work<std::string> metrics_text() override { co_return "onsale_up 1\n"; }
    Work<std::vector<PreflightCheck>> preflight(std::string) override {
        co_return std::vector<PreflightCheck>{{"disk", disk_ok, "free"}};
    }

    Degraded journal = Degraded::kNo;
    waiting_room::LineRules rules;
    int rotations = 0;
    bool disk_ok = true;
    std::string backup_failure;
    std::vector<std::string> backups;
};

struct AdminTestAnswer {
    int status = 0;
    std::string content_type;
    std::string headers;
    std::string body;

    boost::json::object json() const { return boost::json::parse(body).as_object(); }
    std::string code() const { return std::string{json().at("code").as_string()}; }
};

// An admin site on a loop that runs in the test's own thread.
class AdminTestSite {
  public:
    AdminTestSite() { room.context = &context; }

    // As the owner over the unix socket.
    AdminTestAnswer call(Method method, std::string_view target, std::string_view body = "") {
        return ask(method, target, body, {{"Content-Type", "application/json"}}, true);
    }
    AdminTestAnswer ask(Method method, std::string_view target, std::string_view body,
                        std::vector<Header> headers, bool local);

    AdminTestTime time;
    boost::asio::io_context loop{1};
    SaleClock clock{time, Instant{}};
    AdminTestRoom room;
    LoopContext context{loop, clock, {},
                        room, room,  std::make_shared<const token::Keys>(token::test_keys())};
    AdminTestBackend backend;
    LoopMetrics metrics;
    AdminSite site{context, backend, metrics};

  private:
    struct Kept final : LaterReply::Target {
        std::optional<AdminTestAnswer> answered;

        void answer(const Answer& answer) override {
            answered = AdminTestAnswer{answer.status, std::string{answer.content_type},
                                       std::string{answer.headers}, std::string{answer.body}};
        }
        void abandon() override {}
    };
    struct DirectReply final : Reply {
        std::shared_ptr<Kept> kept = std::make_shared<Kept>();

        void answer(const Answer& answer) override { kept->answer(answer); }
        LaterReply later() override { return LaterReply{kept}; }
        EventStream stream(std::string_view) override { return EventStream{nullptr}; }
    };
};

inline AdminTestAnswer AdminTestSite::ask(Method method, std::string_view target,
                                          std::string_view body, std::vector<Header> headers,
                                          bool local) {
    const std::size_t mark = target.find('?');
    const Request request{
        .method = method,
        .path = target.substr(0, mark),
        .query = mark == target.npos ? std::string_view{} : target.substr(mark + 1),
        .headers = headers,
        .body = body,
        .client = {},
        .local = local};
    DirectReply reply;
    site.handle(request, reply);
    loop.restart();
    loop.run();
    if (!reply.kept->answered) throw std::logic_error{"the call was not answered"};
    return *reply.kept->answered;
}

}  // namespace onsale::http::testing
