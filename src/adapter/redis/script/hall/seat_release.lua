-- seat_release: the guest gives its hold back.
-- KEYS  the line's, the hall's
-- ARGV  now, guest, admission id, random (64 bits, 16 hex digits)
-- Returns {"ok", stream id, seats given back}, or {word, stream id}: unknown_performance, not_open,
--       no_admission, no_hold, being_paid.
-- Idempotent because a hold that was given back is no longer a hold: no_hold.
-- Cost  O(seats * log(holds)).
local guest, admission, random = ARGV[2], tonumber(ARGV[3]), ARGV[4]
local h, nowhere = scene(guest, admission)
if not h then return refused(nowhere) end
local v = look_visit(h, guest)
if v.state == NO_HOLD then return refused('no_hold') end
if v.state == PAYING then return refused('being_paid') end
local count = #v.seats
hold_ended(h, guest, RELEASED, v.seats, line_now + delay(h, random))
return {'ok', commit_halls(), count}
