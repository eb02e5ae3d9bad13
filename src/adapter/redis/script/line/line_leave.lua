-- line_leave: the guest leaves; entering again within a minute undoes it.
-- KEYS  the line's
-- ARGV  now, number, guest or "" (if given, the place must still be this guest's)
-- Returns {"ok", stream id, number} or {"moved" | "no_place", stream id, 0}.
-- Idempotent because leaving a second time changes nothing.
-- Cost  O(log(line)).
local number, guest = tonumber(ARGV[2]), ARGV[3]
if guest ~= '' and not belongs(number, guest) then return {'moved', commit(), 0} end
local standing = standing_of(number)
if standing == WAITING or standing == AWAY then
  left(number)
elseif standing == ADMITTED or standing == MISSED or standing == RECALLED then
  place_ended(number, LEFT)
elseif standing ~= LEAVING then
  return {'no_place', commit(), 0}
end
return {'ok', commit(), number}
