-- line_complete: the guest is done; its slot becomes free.
-- KEYS  the line's
-- ARGV  now, admission id
-- Returns {"ok", stream id, number} or {"not_admitted", stream id, 0}.
-- Idempotent because a number that has ended as completed gets the same answer.
-- Cost  O(log(active)).
local id = tonumber(ARGV[2])
local number = math.floor(id / 256)
if live_admission(id) then
  place_ended(number, COMPLETED)
elseif standing_of(number) ~= FIRST_END + COMPLETED then
  return {'not_admitted', commit(), 0}
end
return {'ok', commit(), number}
