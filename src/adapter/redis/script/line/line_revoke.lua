-- line_revoke: an operator ends a guest's place or admission, and may bar the guest.
-- KEYS  the line's
-- ARGV  now, guest, 1 to bar it as well (the sale store has recorded the bar already)
-- Returns {"ok", stream id, number or 0} or {word, stream id, 0}: no_place, unavailable (during the
--         draw of a lobby).
-- Idempotent because a place ends once and a set contains a guest once.
-- Cost  O(log(line)).
local guest, bar = ARGV[2], ARGV[3] == '1'
local number = number_of(guest)
if number and num('drawing') == 1 then return {'unavailable', commit(), 0} end
if not number and not bar then return {'no_place', commit(), 0} end
if number then place_ended(number, REVOKED) end
if bar and redis.call('SISMEMBER', K.barred, guest) == 0 then
  fact(19, guest)
  sset(K.barred, guest, true)
end
return {'ok', commit(), number or 0}
