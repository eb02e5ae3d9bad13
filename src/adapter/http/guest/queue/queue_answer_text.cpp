#include "adapter/http/guest/queue/queue_answer_text.hpp"

#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/api/error/json_text.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {

using waiting_room::LineView;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

namespace {

void append_key(std::string& out, std::string_view key, std::uint64_t value) {
    out += key;
    append_number(out, value);
}

void append_wait(std::string& out, const std::optional<waiting_room::WaitEstimate>& wait) {
    if (!wait) {
        out += R"(,"estimatedWait":null)";
        return;
    }
    append_key(out, R"(,"estimatedWait":)", static_cast<std::uint64_t>(wait->likely.count()));
    append_key(out, R"(,"estimatedWaitRange":[)", static_cast<std::uint64_t>(wait->low.count()));
    append_key(out, ",", static_cast<std::uint64_t>(wait->high.count()));
    out += ']';
}

void append_place(std::string& out, const QueueAnswer& answer) {
    if (answer.position == 0 && answer.status != QueueStatus::kAdmitted) {
        out += R"("position":null,"ahead":null,"behind":null,"estimatedWait":null)";
        return;
    }
    append_key(out, R"("position":)", answer.position);
    append_key(out, R"(,"ahead":)", answer.ahead);
    append_key(out, R"(,"behind":)", answer.behind);
    append_wait(out, answer.wait);
}

void append_optional(std::string& out, std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out += key;
    append_json_string(out, value);
}

}  // namespace

void QueueAnswerText::append_position(std::string& out, const QueueAnswer& answer,
                                      Degraded degraded) {
    out += R"({"status":")";
    out += to_word(answer.status);
    out += "\",";
    append_place(out, answer);
    append_key(out, R"(,"nextPollMs":)", static_cast<std::uint64_t>(answer.next_poll.count()));
    append_optional(out, R"(,"degraded":)", to_word(degraded));
    out += '}';
}

void QueueAnswerText::append(std::string& out, const LineView& line, const QueueAnswer& answer,
                             const QueueAnswerExtras& extras, Instant now) {
    const bool admitted = answer.status == QueueStatus::kAdmitted;
    out += R"({"status":")";
    out += to_word(answer.status);
    if (answer.reason) {
        out += R"(","reason":")";
        out += to_word(*answer.reason);
    }
    out += admitted ? R"(","canEnter":true,)" : R"(","canEnter":false,)";
    append_place(out, answer);
    append_key(out, R"(,"nextPollMs":)",
               static_cast<std::uint64_t>(answer.next_poll.count()) + extras.poll_jitter_ms);
    append_key(out, R"(,"active":)", line.ledger().size());
    append_key(out, R"(,"maxActive":)", line.settings().rules.max_active);
    append_key(out, R"(,"admittedPerMinute":)", line.admitted_last_minute(now));
    out += extras.seats;
    const auto& levers = line.levers();
    const std::string_view message = admitted ? levers.message_admitted : levers.message_waiting;
    append_optional(out, R"(,"message":)", extras.message.empty() ? message : extras.message);
    append_optional(out, R"(,"degraded":)", to_word(extras.degraded));
    if (extras.view_age)
        append_key(out, R"(,"viewAgeMs":)", static_cast<std::uint64_t>(extras.view_age->count()));
    if (answer.keep_until != Instant{}) {
        out += R"(,"keepUntil":")";
        keep_until_.append(out, answer.keep_until);
        out += '"';
    }
    if (admitted) append_key(out, R"(,"extensionsLeft":)", answer.extensions_left);
    out += R"(,"serverTime":")";
    now_.append(out, now);
    out += '"';
    append_optional(out, R"(,"token":)", extras.token);
    append_optional(out, R"(,"entryToken":)", extras.entry_token);
    append_optional(out, R"(,"redirectTo":)", extras.redirect_to);
    out += '}';
}

}  // namespace onsale::http
