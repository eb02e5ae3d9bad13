-- line_claim: the first call under an admission.
-- KEYS  the line's
-- ARGV  now, admission id, guest or "" (if given, the admission must still be this guest's)
-- Returns {"ok", stream id, number} or {"not_admitted", stream id, 0}.
-- Idempotent because a second claim changes nothing.
-- Cost  O(log(active)).
local id, guest = tonumber(ARGV[2]), ARGV[3]
local number, admission = math.floor(id / 256), live_admission(id)
if not admission or (guest ~= '' and not belongs(number, guest)) then
  return {'not_admitted', commit(), 0}
end
if not admission.claimed then claimed(number) end
mark_seen(number)
return {'ok', commit(), number}
