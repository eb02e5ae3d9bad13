#pragma once

#include <array>
#include <utility>

#include "operate/domain/message.hpp"

namespace onsale::operate {

// Every sentence for operators, by kind. api/openapi.yaml lists the codes, and the pages have the
// translations.

// Results of preflight checks.
inline constexpr auto kPreflightWords = std::to_array<Wording>({
    {"opening", "{lifecycle}, opens at {opensAt}"},
    {"published", "guests see the event"},
    {"unpublished",
     "guests see nothing of the event, and it does not open: onsale event publish EVENT"},
    {"settings_fine", "every setting is in its range"},
    {"setting_wrong", "{field} {message}"},
    {"phases_none", "none: everybody may enter"},
    {"phases_begin", "begins with {phase}"},
    {"phases_gap", "no phase holds the moment of opening, so nobody would be let in"},
    {"limits",
     "{#maxActive} inside at once, {#admitPerSecond} let in a second, {#lineMax} in line at most"},
    {"order_of_arrival", "first come, first served"},
    {"draw_committed", "the draw's secret is committed to"},
    {"draw_lobby_to_come", "the lobby opens at {lobbyOpensAt}"},
    {"draw_without_lobby", "a draw needs a lobby, and its opening has passed without one"},
    {"levers_none", "none is pulled"},
    {"joins_stopped", "joins are stopped"},
    {"admission_stopped", "admission is stopped"},
    {"deadlines_frozen", "deadlines are frozen"},
    {"storage_works", "changes are saved"},
    {"storage_disk_full", "the disk is full"},
    {"storage_failed", "the journal cannot be written"},
    {"storage_stale", "Redis has told nothing new for a while"},
    {"storage_redis_gone", "Redis does not answer"},
    {"sale_elsewhere", "no hall: a waiting room in front of another site"},
    {"prices_set", "every grade of every hall has a price"},
    {"prices_none", "none are set, so nobody can pay: onsale prices set EVENT FILE"},
    {"price_missing", "grade {grade} of {performance} has none, so its seats cannot be paid for"},
    {"seats_free", "{#free} are free, {#blocked} are kept for the house"},
    {"seats_none_free", "none is free, {#blocked} are kept for the house"},
    {"sale_runs", "nothing of it is stopped"},
    {"holds_stopped", "nobody can take seats"},
    {"sections_stopped", "nobody can take seats of {sections}"},
    {"providers_ready", "guests can pay with {providers}"},
    {"providers_stopped", "no payment begins with {providers}"},
    {"seller_named", "{seller}"},
    {"seller_missing", "buyers are not told who sells: set server.seller_name"},
    {"tickets_limited",
     "{#perEvent} of the event and {#perPerformance} of a performance for each guest (0: no "
     "limit)"},
    {"tickets_limited_by_phases",
     "only phases have limits; outside them, also after the last one, a guest may take every seat: "
     "onsale sale set EVENT --seats-per-guest 4"},
    {"tickets_unlimited", "a guest may buy every seat: onsale sale set EVENT --seats-per-guest 4"},
    {"demo_exempt", "not asked of a demonstration"},
    {"clock_step", "wall clock stepped by {#stepMs} ms since the start"},
    {"journal_writable", "writable"},
    {"journal_not_writable", "not writable: see /readyz"},
    {"disk_free", "{#freeMib} MiB free, {#wantedMib} wanted"},
    {"backup_none", "none yet: onsale backup FILE"},
    {"backup_age", "{#minutes} minutes old"},
    {"descriptors", "{#allowed} allowed, {#wanted} wanted (LimitNOFILE)"},
    {"signing_key_age", "signing key is {#hours} hours old"},
    {"redis_settings_fine", "{#nodes} masters are set as a sale needs it"},
    {"redis_setting_wrong", "{node} has {setting} {found}: set it to {wanted} (docs/operate.md)"},
    {"redis_settings_hidden",
     "{node} does not show its settings: compare them with docs/operate.md"},
    {"redis_not_saved",
     "{node} keeps nothing on disk: after its end places come back from tokens alone"},
    {"no_way_to_pay", "the event has no way to pay: configure a provider"},
});

// Results of the steps of a test purchase, in the words of sale/app/try_purchase.cpp.
inline constexpr auto kTrialWords = std::to_array<Wording>({
    {"trial_page_opened", "the provider's page is {url}"},
    {"trial_request_refused",
     "refused: check the merchant's keys and server.public_url at the provider"},
    {"trial_request_unreachable", "the provider cannot be reached: check the network"},
    {"trial_request_unanswered", "no answer: try again, then ask the provider"},
    {"trial_page_needs_person",
     "only a person can pay there: buy and refund a seat of a rehearsal event"},
    {"trial_page_paid", "paid and came back"},
    {"trial_return_unreadable",
     "what the page sends back cannot be read: check the provider's version"},
    {"trial_return_other_payment", "the page sends back another payment"},
    {"trial_return_unpaid", "the page says that it was left unpaid"},
    {"trial_return_other_amount", "the page sends back another amount: {#amount} {currency}"},
    {"trial_charged", "charged {#amount} {currency}"},
    {"trial_other_merchant", "approved for the merchant {merchant}, not ours"},
    {"trial_other_amount", "approved with another amount: {#amount} {currency}"},
    {"trial_declined", "declined and not charged: try another card"},
    {"trial_confirm_unreachable", "did not arrive and not charged: check the network"},
    {"trial_confirm_unanswered",
     "no answer: look for {payment} at the provider, it may be charged"},
    {"trial_refunded", "given back {#amount} {currency}"},
    {"trial_refund_refused",
     "refused: give {#amount} {currency} of {payment} back at the provider"},
    {"trial_refund_unreachable",
     "did not arrive: give {#amount} {currency} of {payment} back at the provider"},
    {"trial_refund_unanswered",
     "no answer: look at the provider whether {#amount} {currency} of {payment} came back"},
});

// States of the parts of a deployment.
inline constexpr auto kPartWords = std::to_array<Wording>({
    {"journal_saves", "Every change is saved before it is answered."},
    {"journal_disk_full", "The disk is full: changes are refused until there is space."},
    {"journal_failed", "Nothing can be saved until a restart; look at the disk first."},
    {"writer_queue", "{#queueDepth} of {#queueDepthMax} commands wait."},
    {"view_current", "{#events} events are known."},
    {"view_stale", "The view is older than it may be."},
    {"outbox_behind", "{#behind} messages are not applied yet."},
    {"outbox_put_aside", "{#putAside} messages were put aside."},
    {"snapshot_seconds",
     "The last one is {#seconds} seconds old; a restart reads what came after."},
    {"snapshot_minutes",
     "The last one is {#minutes} minutes old; a restart reads what came after."},
    {"snapshot_none", "There is none: a restart reads the whole journal."},
    {"backup_seconds", "The last one is {#seconds} seconds old."},
    {"backup_minutes", "The last one is {#minutes} minutes old."},
    {"backup_none", "There is none: onsale backup FILE"},
    {"disk_free", "{#freeMib} MiB are free."},
    {"clock_step", "The wall clock was stepped by {#stepMs} ms since the start."},
    {"descriptors", "{#allowed} are allowed, {#wanted} wanted (LimitNOFILE)."},
    {"provider_approved", "{#approved} payments were approved."},
    {"provider_silent", "Its last answer is missing."},
    {"redis_answers", "It answers."},
    {"redis_gone", "It does not answer; polls go on from the view."},
});

using PreflightCode = CodeIn<kPreflightWords>;
using PartCode = CodeIn<kPartWords>;

inline Message preflight_message(PreflightCode code, MessageValues values = {}) {
    return say(code.wording(), std::move(values));
}
inline Message part_message(PartCode code, MessageValues values = {}) {
    return say(code.wording(), std::move(values));
}

}  // namespace onsale::operate
