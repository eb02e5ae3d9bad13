#pragma once

#include <array>
#include <string>
#include <utility>

#include "operate/domain/message.hpp"

namespace onsale::http {

// The sentences that say what a change does and what can be undone. The audit log stores the
// sentences and they are parsed again with this table, so a sentence that was ever written must
// stay here even if its change gets a new one.
inline constexpr auto kEffectWords = std::to_array<operate::Wording>({
    {"nothing_changes", "Nothing changes."},
    {"event_created",
     "Event {key} is made as a draft that opens at {opensAt}; until its lobby opens everything but "
     "its key can be edited, and a draft can be archived."},
    {"event_drafted",
     "Event {key} is made; it opens at {opensAt} once it is published, and until then guests see "
     "nothing of it."},
    {"event_edited",
     "These settings change within a second: {settings}; another edit can change them back."},
    {"sale_opened",
     "The sale opens now and guests are let in; opening cannot be undone, pausing stops "
     "admission."},
    {"sale_paused",
     "Nobody is let in until the sale is resumed; places and admissions stay, and resume undoes "
     "it."},
    {"sale_resumed", "Guests are let in again; pause undoes it."},
    {"sale_closed", "The sale ends for everybody who waits; this cannot be undone."},
    {"event_archived",
     "The event leaves every list and can no longer be changed; this cannot be undone."},
    {"event_published",
     "Guests see the event from now on; it opens at {opensAt}, or now if that has passed. It "
     "can be unpublished until the first guest joins."},
    {"event_unpublished",
     "Guests no longer see the event, and it does not open until it is published again; "
     "publishing undoes it."},
    {"opening_delayed",
     "The opening, its phases and the close move {#minutes} minutes later; until the opening an "
     "edit can move them back."},
    {"joins_stopped", "Nobody new can join."},
    {"joins_resumed", "Guests can join again."},
    {"admission_stopped", "Nobody is let in."},
    {"admission_resumed", "Guests are let in again."},
    {"waiting_message_removed", "The message to those who wait is taken away."},
    {"waiting_message_set", "Those who wait see a new message."},
    {"inside_message_removed", "The message to those inside is taken away."},
    {"inside_message_set", "Those inside see a new message."},
    {"holds_stopped", "Nobody can take seats; who has some may still pay for them."},
    {"holds_resumed", "Guests can take seats again."},
    {"sections_resumed", "Seats of every section can be taken."},
    {"sections_stopped", "Seats of {#sections} section(s) cannot be taken; holds there stay."},
    {"providers_resumed", "Every payment provider is open."},
    {"providers_stopped",
     "No new payment begins with {#providers} provider(s); payments that began go on."},
    {"holding_message_removed", "The message to those who hold seats is taken away."},
    {"holding_message_set", "Those who hold seats see a new message."},
    {"paid_message_removed", "The message to those who paid is taken away."},
    {"paid_message_set", "Those who paid see a new message."},
    {"levers_undo", "Setting the levers back undoes it."},
    {"deadlines_frozen",
     "All deadlines of places and admissions stand still; unfreezing undoes it and nobody loses "
     "the time between."},
    {"deadlines_run", "All deadlines run again with the time that was left; freezing undoes it."},
    {"deadlines_moved",
     "Every deadline of places and admissions moves {#minutes} minutes later; this cannot be "
     "undone."},
    {"list_added",
     "These guests may enter in phase {phase}; entries cannot be taken back one by one, revoking a "
     "guest with bar keeps it out."},
    {"codes_added",
     "Each of these codes lets {#uses} guest(s) enter in phase {phase}; codes cannot be taken "
     "back."},
    {"guest_barred",
     "The guest's place or admission ends and cannot be given back; the guest cannot join this "
     "line "
     "again until it is taken off the deny list."},
    {"guests_denied",
     "Places and admissions of these guests end and cannot be given back; they cannot join this "
     "line again until they are taken off the deny list."},
    {"guests_undenied",
     "These guests may join this line again, at its end; denying them again undoes it."},
    {"guest_revoked",
     "The guest's place or admission ends; the place cannot be given back, but the guest may join "
     "again at the end."},
    {"sale_settings_changed",
     "These settings change at once: {settings}; what was bought stays bought, and another change "
     "can set them back."},
    {"terms_set_first", "Seats can be bought at these prices; new terms can replace them."},
    {"terms_set",
     "Orders that begin from now on have these prices and refunds; those that began keep what they "
     "were promised, and setting the old terms again undoes it."},
    {"hall_opened",
     "{performance} gets the hall {hall} with {#seats} seats, all free; a performance keeps its "
     "hall, so this cannot be undone."},
    {"hall_rules_set",
     "New holds follow these rules; holds that are there keep their deadline, and another change "
     "undoes it."},
    {"seats_blocked", "These seats are the house's own and off the sale; unblocking undoes it."},
    {"seats_unblocked",
     "These seats of the house are free for everybody; blocking them again undoes it for those "
     "that nobody took."},
    {"seats_released",
     "These returned seats are free for everybody from now on; this cannot be undone, but seats "
     "that nobody took can be blocked."},
    {"seats_left_out", "{#seats} more seats of the places named are in another state and stay."},
    {"order_refunded",
     "{#amount} {currency} go back for {#seats} seat(s), which come on sale again by the event's "
     "policy; this cannot be undone."},
    {"order_cancelled",
     "The order ends and its seats come back after a short random delay; this cannot be undone, "
     "but the guest may choose again."},
    {"provider_asked",
     "The provider is asked again what became of the payment; nothing needs to be undone."},
    {"refund_retried",
     "The refund is sent to the provider again under the same key, so that it is done at most "
     "once; it cannot be undone."},
    {"outbox_retried",
     "What was put aside is applied again, each message once; what fails again stays aside."},
    {"reports_rebuilt",
     "The reports are emptied and made again from the whole journal while the sale goes on; until "
     "`onsale outbox list` says that nothing is behind they show too little."},
    {"image_set",
     "Guests see this picture at /images/{image}; another upload replaces it, and who knows the "
     "address still finds it."},
    {"image_removed",
     "Guests do not see the picture {link} any more; another upload puts one in its place."},
    {"keys_rotated",
     "A new signing key is made; what the current key signed stays good until the next rotation, "
     "older tokens end, and edges that check by themselves need the new secret. This cannot be "
     "undone."},
    {"backup_made",
     "A copy of all data is written to {file}; the sale goes on meanwhile, and the file can be "
     "deleted."},
    {"test_purchase",
     "{#amount} {currency} are charged and given back at each way to pay; no seat, order or figure "
     "of the event changes."},
    {"applies_later",
     "Redis does not answer at the moment: this is decided and saved, and applies by itself as "
     "soon "
     "as it does."},
    // The reasons of an advice, in the words of sale/advice/advice_sentence.cpp.
    {"advice_steady", "Nothing asks for a change."},
    {"advice_payments_failing",
     "Only {#approved} of the last {#payments} payments were approved, {#unknown} have no "
     "answer."},
    {"advice_payments_slow", "One payment in twenty takes {#seconds} s or longer."},
    {"advice_seats_run_out",
     "Only {#free} seats are free and {#mayReturn} may return, for the {#active} guests already "
     "inside."},
    {"advice_slots_idle",
     "{#idle} of {#maxActive} places inside are empty while {#waiting} guests wait."},
    {"advice_keep", "Keep letting in {#admitPerSecond} a second."},
    {"advice_change", "Let in {#admitPerSecond} a second instead of {#before}."},
});

using EffectCode = operate::CodeIn<kEffectWords>;

inline std::string effect_text(EffectCode code, operate::MessageValues values = {}) {
    return say(code.wording(), std::move(values)).text;
}

}  // namespace onsale::http
