-- seat_extend: gives the guest more time; its admission and every hold that is not being paid end
-- later.
-- KEYS  the line's
-- ARGV  now, admission id, guest or "" (if given, the admission must still be this guest's), number
--       of the extension, from 1 (0: the next one)
-- Returns {"ok", stream id, number}, or {word, stream id, 0}: not_admitted, no_extensions,
--       extensions_used.
-- Idempotent because a numbered extension is given once. Number 0 is not idempotent.
-- Cost  O(held seats * log(holds)).
--
-- The line and the halls of an event are in one slot, so one script moves all deadlines or none. A
-- crash cannot leave the admission with more time than its seats. A failover loses the extension
-- completely or not at all; a guest who then asks for the next number gets it.
local id, told, which = tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local number, admission = math.floor(id / 256), live_admission(id)
if not admission or (told ~= '' and not belongs(number, told)) then
  return {'not_admitted', commit(), 0}
end
if which > 0 and which <= admission.extensions then
  mark_seen(number)
  return {'ok', commit(), number}
end
local by, allowed = num('extension'), num('extensions')
if by == 0 or allowed == 0 then return {'no_extensions', commit(), 0} end
which = math.max(which, admission.extensions + 1)
if which > allowed then return {'extensions_used', commit(), 0} end

mark_seen(number)
if not admission.claimed then claimed(number) end
admission_extended(number, admission.deadline + by, which)
local guest = guest_of(number)
local held = {}
for perf, v in pairs(visits_of(guest)) do
  held[#held + 1] = v.state == HELD and open_hall(perf) or nil
end
table.sort(held, function(one, other) return one.id < other.id end)
for _, h in ipairs(held) do hold_extended(h, guest, look_visit(h, guest).deadline + by) end
return {'ok', commit_halls(), number}
