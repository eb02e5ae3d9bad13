// The operator's routes about one line: levers, deadlines, lists, codes, single guests, numbers.
#include <algorithm>

#include <fmt/format.h>

#include "adapter/http/api/limit/guest_limits.hpp"
#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_body.hpp"
#include "adapter/http/operator/call/admin_effects.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/line_numbers.hpp"
#include "base/base64url.hpp"
#include "base/utf8.hpp"
#include "token/guest.hpp"
#include "token/queue_token.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
namespace command = waiting_room::command;
using waiting_room::Identity;
using waiting_room::Levers;

constexpr std::size_t kEntriesMax = 100'000;   // Per call; send larger lists in several calls.
constexpr std::size_t kSubjectMax = 256;       // In characters.
constexpr std::size_t kSubjectBytesMax = 256;  // In bytes; no token can hold more.
// Minimum length of an access code in characters. A shorter code can be guessed and needs explicit
// confirmation.
constexpr std::size_t kCodeMin = 8;
constexpr std::size_t kShortCodeMin = 4;
constexpr std::size_t kTokenMax = 200;
constexpr std::size_t kGuestHexLength = 32;
constexpr codec::NumberRange kMinutes{1, 4 * 60};
constexpr codec::NumberRange kUses{1, 1'000'000};

token::GuestSource source_of(Identity identity) {
    switch (identity) {
        case Identity::kVisitor:
            return token::GuestSource::kVisitor;
        case Identity::kAccount:
            return token::GuestSource::kAccount;
        case Identity::kSite:
            return token::GuestSource::kSite;
    }
    return token::GuestSource::kSite;
}

// A visitor's subject is the sixteen bytes of its cookie, written in hexadecimal.
std::optional<GuestId> guest_of_subject(const token::Keys& keys, Identity identity,
                                        std::string_view subject) {
    if (subject.size() > kSubjectBytesMax) return std::nullopt;
    if (identity != Identity::kVisitor) return token::guest_of(keys, source_of(identity), subject);
    const auto bytes = hex_decode(subject);
    if (!bytes || bytes->size() != sizeof(GuestId::bytes)) return std::nullopt;
    return token::guest_of(keys, token::GuestSource::kVisitor, *bytes);
}

std::optional<GuestId> guest_of_hex(std::string_view text) {
    const auto bytes = hex_decode(text);
    GuestId guest;
    if (!bytes || bytes->size() != guest.bytes.size()) return std::nullopt;
    std::ranges::copy(*bytes, reinterpret_cast<char*>(guest.bytes.data()));
    return guest;
}

// Parses each entry of the list with `read`. The first invalid entry becomes the problem.
template <class Entry, class Read>
std::shared_ptr<const std::vector<Entry>> read_entries(AdminBody& body, std::string_view name,
                                                       std::string_view wanted, Read read) {
    const json::array* const list = body.list(name, kEntriesMax);
    auto entries = std::make_shared<std::vector<Entry>>();
    if (list == nullptr) {
        body.refuse(name, "is needed");
        return entries;
    }
    entries->reserve(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
        const json::string* const text = (*list)[i].if_string();
        const std::optional<Entry> entry = text ? read(std::string_view{*text}) : std::nullopt;
        if (!entry) {
            body.refuse(std::string{name} + "[" + std::to_string(i) + "]", wanted);
            return entries;
        }
        entries->push_back(*entry);
    }
    return entries;
}

// Describes the form of a subject in this event.
std::string_view subject_form(const AdminEvent& event) {
    return event.line->settings().identity == Identity::kVisitor
               ? "must be 32 hexadecimal digits in small letters"
               : "must be at most 256 bytes";
}

// The guest to revoke, named in one of three ways.
std::optional<GuestId> revoked_guest(const AdminCall& call, const AdminEvent& event,
                                     AdminBody& body) {
    const auto queue_token = body.get<std::string>("queueToken", codec::Line{kTokenMax});
    const auto subject = body.get<std::string>("subject", codec::Line{kSubjectMax});
    const auto guest = body.get<std::string>("guest", codec::Line{kGuestHexLength});
    if (queue_token.has_value() + subject.has_value() + guest.has_value() != 1) {
        body.refuse("guest", "say one of queueToken, subject or guest");
        return std::nullopt;
    }
    const token::Keys& keys = *call.context.keys;
    if (queue_token) {
        const auto opened = token::open_queue_token(keys, *queue_token);
        if (opened && opened->token.event == event.id.value) return opened->token.guest;
        body.refuse_unfit("queueToken", "is not a queue token of this event");
        return std::nullopt;
    }
    const auto found = subject ? guest_of_subject(keys, event.line->settings().identity, *subject)
                               : guest_of_hex(*guest);
    if (!found && subject) body.refuse_unfit("subject", subject_form(event));
    if (!found && guest) body.refuse("guest", "must be 32 hexadecimal digits in small letters");
    return found;
}

std::shared_ptr<const std::vector<GuestId>> read_subjects(const AdminCall& call,
                                                          const AdminEvent& event,
                                                          AdminBody& body) {
    const Identity identity = event.line->settings().identity;
    const auto texts = read_entries<std::string>(
        body, "subjects", "must be a text of 1 to 256 characters", [](std::string_view subject) {
            const bool fits = !subject.empty() && characters(subject) <= kSubjectMax;
            return fits ? std::optional{std::string{subject}} : std::nullopt;
        });
    auto guests = std::make_shared<std::vector<GuestId>>();
    for (const std::string& subject : *texts) {
        const auto guest = guest_of_subject(*call.context.keys, identity, subject);
        if (!guest) {
            body.refuse_unfit("subjects[" + std::to_string(guests->size()) + "]",
                              subject_form(event));
            break;
        }
        guests->push_back(*guest);
    }
    return guests;
}

std::shared_ptr<const std::vector<Sha256Digest>> new_codes(AdminBody& body, bool allow_short) {
    const std::size_t least = allow_short ? kShortCodeMin : kCodeMin;
    const std::string wanted = fmt::format(
        "must be a text of {} to {} characters{}", least, kAccessCodeMax,
        allow_short ? "" : "; a shorter code can be guessed, allowShort takes it all the same");
    return read_entries<Sha256Digest>(
        body, "codes", wanted, [least](std::string_view code) -> std::optional<Sha256Digest> {
            if (characters(code) < least || characters(code) > kAccessCodeMax) return std::nullopt;
            return sha256(code);
        });
}

}  // namespace

AdminWork set_levers(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, event->version())) co_return fail(std::move(*late));
    const Levers before = event->levers();
    auto after = waiting_room::levers_from_json(call.body, before);
    if (!after) co_return fail(bad_field(after.error().field, after.error().message));
    const operate::Effect effect = effect_of_levers(before, *after);
    command::SetLevers set{event->id, std::make_shared<const Levers>(std::move(*after)),
                           call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(set));
    co_return effect_outcome(call, effect, outcome);
}

AdminWork change_deadlines(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    if (auto late = version_conflict(call, event->version())) co_return fail(std::move(*late));
    AdminBody body{call.body};
    const auto freeze = body.get<bool>("freeze");
    const auto minutes = body.get<std::uint32_t>("addMinutes", kMinutes);
    if (freeze.has_value() == minutes.has_value())
        body.refuse("freeze", "say either freeze or addMinutes");
    if (auto problem = body.refusal()) co_return fail(std::move(*problem));
    if (freeze) {
        command::FreezeDeadlines change{event->id, *freeze, call.dry_run};
        const auto outcome = co_await call.context.office.call(std::move(change));
        co_return effect_outcome(call, effect_of_freeze(*freeze), outcome);
    }
    command::MoveDeadlines move{event->id, std::chrono::minutes{*minutes}, call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(move));
    co_return effect_outcome(call, effect_of_more_time(*minutes), outcome);
}

AdminWork add_to_list(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    AdminBody body{call.body};
    const auto guests = read_subjects(call, *event, body);
    if (auto problem = body.refusal(ErrorCode::kGuestNotFound)) co_return fail(std::move(*problem));
    command::ListGuests list{event->id, call.phase(), guests, call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(list));
    co_return effect_outcome(call, effect_of_list(call.phase()), outcome);
}

AdminWork deny_guests(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    AdminBody body{call.body};
    const auto guests = read_subjects(call, *event, body);
    const bool deny = body.get<bool>("deny").value_or(true);
    if (auto problem = body.refusal(ErrorCode::kGuestNotFound)) co_return fail(std::move(*problem));
    command::BarGuests bar{event->id, guests, deny, call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(bar));
    co_return effect_outcome(call, effect_of_deny(deny), outcome);
}

AdminWork add_codes(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    AdminBody body{call.body};
    const auto codes = new_codes(body, body.get<bool>("allowShort").value_or(false));
    const std::uint32_t uses = body.get<std::uint32_t>("uses", kUses).value_or(1);
    if (auto problem = body.refusal()) co_return fail(std::move(*problem));
    command::IssueCodes issue{event->id, call.phase(), uses, codes, call.dry_run};
    const auto outcome = co_await call.context.office.call(std::move(issue));
    co_return effect_outcome(call, effect_of_codes(call.phase(), uses), outcome);
}

AdminWork revoke_guest(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    AdminBody body{call.body};
    const auto guest = revoked_guest(call, *event, body);
    const bool bar = body.get<bool>("bar").value_or(false);
    if (auto problem = body.refusal(ErrorCode::kGuestNotFound)) co_return fail(std::move(*problem));
    const waiting_room::EventId id = event->id;
    // A view does not know guests by name, so a dry run counts one guest.
    waiting_room::Changed changed{id, event->line->version(), 1};
    if (call.dry_run) co_return effect_answer(call, effect_of_revoke(bar), changed);
    command::Revoke revoke{id, *guest, bar};
    const auto outcome = co_await call.context.lines.call(std::move(revoke));
    if (!outcome) co_return fail(AdminRefusal{api_error(outcome.error())});
    changed.version = call.context.view.find(id)->version();
    AdminAnswer answer = effect_answer(call, effect_of_revoke(bar), changed);
    answer.about = "guest " + hex_encode(*guest);
    co_return answer;
}

AdminWork show_line(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    boost::json::object numbers = line_numbers(call.context, event->id);
    add_decided(numbers, call);
    co_return json_answer(std::move(numbers));
}

}  // namespace onsale::http
