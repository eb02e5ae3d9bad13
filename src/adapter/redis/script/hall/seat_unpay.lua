-- seat_unpay: a payment did not come to anything. Declined: the seats are held again, for a while
-- at least. Ended: they are given back. Released: also those that are held again by now.
-- KEYS  the line's, the hall's
-- ARGV  now, guest
--       "decline" and a grace in ms (0 gives back only the time that is left), or
--       "stop" and 0: the sale store has taken no such payment; the time that is left, or
--       "end" or "release" and a random (64 bits, 16 hex digits)
--       then for each seat of the hold: seat, fence (0: any), turn of its row in the sale store (0:
--       none; with "stop" the last one that the store has had)
-- Returns {"ok", stream id, deadline, 1 if this call did it}, or {"no_hold", stream id} if the
--       guest does not hold exactly these seats by these fences, or is not paying for them ("end")
--       or is ("release"), or is paying for them in a later turn.
-- Idempotent because a hold that was declined already is answered the same, and one that has ended
--       is none. Each attempt to pay has a turn of its own, so a call about an earlier one that
--       comes late, or twice, changes nothing.
-- Cost  O(seats * log(holds)).
--
-- The turns are over, so a message about them that comes late must not bring the payment back:
-- they are noted as seat_sync would.
local guest, how = ARGV[2], ARGV[3]
local h = open_hall(PERF)
if not h then return refused('no_hold') end
local v = look_visit(h, guest)
local is_its = #v.seats > 0 and #v.seats * 3 == #ARGV - 4

-- Whether the sale store has said that the turn is over, or begun a later one. An order that was
-- declined is given up in the same turn, after its end.
local function is_late(seat, turn)
  if turn == 0 and how ~= 'stop' then return false end
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
local needed = how == 'end' and PAYING or how == 'release' and HELD or v.state
if not is_its or v.state ~= needed then return refused('no_hold') end
if declines and v.state == HELD then return {'ok', last_id(), v.deadline, 0} end
if late then return refused('no_hold') end

if declines then
  payment_declined(h, guest, math.max(v.deadline, line_now + tonumber(ARGV[4])))
else
  local reason = how == 'end' and ABANDONED or RELEASED
  hold_ended(h, guest, reason, v.seats, line_now + delay(h, ARGV[4]))
end
for i = 5, how == 'stop' and 0 or #ARGV, 3 do
  local turn = tonumber(ARGV[i + 2]) * 8 + TURN.ENDED
  local known = tonumber(redis.call('HGET', h.synced, ARGV[i])) or 0
  if turn > math.max(known, TURN.ENDED) then hset(h.synced, ARGV[i], turn) end
end
return {'ok', commit_halls(), v.deadline, 1}
