-- seat_unpay: a payment failed. Declined: the seats are held again, with a minimum grace period.
-- Ended: they are given back. Released: seats that are held again are given back as well.
-- KEYS  the line's, the hall's
-- ARGV  now, guest
--       "decline" and a grace in ms (0: only the remaining time of the hold), or
--       "stop" and 0: the sale store has no such payment; keeps the remaining time, or
--       "undo" and 0: the same, but the guest had no hold before; the seats are free at once, or
--       "end" or "release" and a random (64 bits, 16 hex digits)
--       then for each seat of the hold: seat, fence (0: any), turn of its row in the sale store
--       (with "stop" and "undo" the last turn of the store)
-- Returns {"ok", stream id, deadline, 1 if this call did it}, or {"no_hold", stream id} if the
--       guest does not hold exactly these seats with these fences, is not paying for them ("end",
--       "undo"), is paying for them ("release"), or is paying for them in a later turn.
-- Idempotent because a hold that was already declined gets the same answer, and an ended hold no
--       longer exists. Each payment attempt has its own turn, so a late or repeated call for an
--       earlier attempt changes nothing.
-- Cost  O(seats * log(holds)).
--
-- The turns are over. They are recorded as in seat_sync, so that a late message about them does not
-- bring the payment back.
local guest, how = ARGV[2], ARGV[3]
local h = open_hall(PERF)
if not h then return refused('no_hold') end
local v = look_visit(h, guest)
local is_its = #v.seats > 0 and #v.seats * 3 == #ARGV - 4

-- Returns true if the sale store has ended the turn or started a later one. A declined order is
-- released in the same turn, after its end.
local is_unknown = how == 'stop' or how == 'undo'
local function is_late(seat, turn)
  local known = tonumber(redis.call('HGET', h.synced, seat)) or 0
  local ends = how == 'decline' or how == 'end'
  return known >= (ends and turn * 8 + TURN.ENDED or (turn + 1) * 8)
end
local late = false
for i = 5, #ARGV, 3 do
  local s, fence = h.seat[tonumber(ARGV[i])], tonumber(ARGV[i + 1])
  is_its = is_its and s and s.owner == guest and (fence == 0 or s.fence == fence)
  late = late or is_late(ARGV[i], tonumber(ARGV[i + 2]))
end
local declines = how == 'decline' or how == 'stop'
local ends = how == 'end' or how == 'undo'
local needed = ends and PAYING or how == 'release' and HELD or v.state
if not is_its or v.state ~= needed then return refused('no_hold') end
if declines and v.state == HELD then return {'ok', last_id(), v.deadline, 0} end
if late then return refused('no_hold') end

if declines then
  payment_declined(h, guest, math.max(v.deadline, line_now + tonumber(ARGV[4])))
else
  local wait = how == 'undo' and 0 or delay(h, ARGV[4])
  hold_ended(h, guest, ends and ABANDONED or RELEASED, v.seats, line_now + wait)
end
for i = 5, is_unknown and 0 or #ARGV, 3 do
  local turn = tonumber(ARGV[i + 2]) * 8 + TURN.ENDED
  local known = tonumber(redis.call('HGET', h.synced, ARGV[i])) or 0
  if turn > math.max(known, TURN.ENDED) then hset(h.synced, ARGV[i], turn) end
end
return {'ok', commit_halls(), v.deadline, 1}
