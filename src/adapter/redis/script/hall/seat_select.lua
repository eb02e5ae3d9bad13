-- seat_select: holds exactly these seats, all or none, in place of those that the guest holds.
-- KEYS  the line's, the hall's
-- ARGV  now
--       guest, admission id, random (64 bits, 16 hex digits)
--       stopped: "", or the word with which any change of the hold is rejected
--       maximum number of seats per guest in the event, in the performance (0: no limit)
--       share: percent of the event's seats that may be taken (100: all)
--       number of accessible seats among the seats
--       n, then n seats, sorted, without duplicates, at least 1, all of this hall
--       then for each companion seat whose place is not among them: companion, place
-- Returns {"ok", stream id, deadline, fence of each seat}, or {word, stream id, seats concerned}:
--       unknown_performance, not_open, no_admission, too_many_seats, too_many_accessible,
--       companion_alone, time_over, being_paid, seat_taken, given_back, too_many_changes, the word
--       given as stopped, limit_reached, phase_share_used.
-- Idempotent because the same seats are the same hold: no fact, the same deadline and fences.
-- Cost  O(seats * log(holds)).
--
-- The node checks what needs the plan: unknown seats, accessible seats, companions, stopped
-- sections. Levers, limits and share come from its view and may be slightly outdated, like any
-- setting. This script enforces them across all nodes.
local GIVEN_BACK_MAX = 100  -- As in select_rules.cpp.
local guest, admission, random, stopped = ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local event_max, performance_max = tonumber(ARGV[6]), tonumber(ARGV[7])
local share, accessible, count = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local wanted = {}
for i = 11, 10 + count do wanted[#wanted + 1] = tonumber(ARGV[i]) end

local h, nowhere = scene(guest, admission)
if not h then return refused(nowhere) end
if count > h.seats_per_hold then return refused('too_many_seats') end
if accessible > h.accessible_per_hold then return refused('too_many_accessible') end
local alone = {}
for i = 11 + count, #ARGV, 2 do
  if redis.call('GET', confirmed_key(h, ARGV[i + 1])) ~= guest then
    alone[#alone + 1] = tonumber(ARGV[i])
  end
end
if #alone > 0 then return refused('companion_alone', alone) end

-- The first hold of an admission sets the deadline, and later choices of the guest do not change
-- it. A hold never ends later than hold_ttl after the admission's own end: holds_until in sale/domain/rule/hold_rules.cpp.
local v = look_visit(h, guest)
local goes_on = v.state ~= NO_HOLD or v.admission == admission
local deadline = goes_on and v.deadline or line_now + h.hold_ttl
if v.state == NO_HOLD then
  deadline = math.min(deadline, live_admission(admission).own_end + h.hold_ttl)
end
if deadline <= hold_now then return refused('time_over') end

local function answer(id)
  local fences = {}
  for i, seat in ipairs(wanted) do fences[i] = h.seat[seat].fence end
  return {'ok', id, deadline, unpack(fences)}
end

local taken, dropped = without(wanted, v.seats), without(v.seats, wanted)
if #taken == 0 and #dropped == 0 then return answer(last_id()) end
if v.state == PAYING then return refused('being_paid') end

look(h, taken)
local lost = those(taken, function(seat) return h.seat[seat].state ~= FREE end)
if #lost > 0 then return refused('seat_taken', lost) end
local given_back, given_back_count = {}, 0
for i = 1, #v.back, 2 do
  if v.back[i + 1] > line_now and not given_back[v.back[i]] then
    given_back[v.back[i]], given_back_count = true, given_back_count + 1
  end
end
local again = those(taken, function(seat) return given_back[seat] end)
if #again > 0 then return refused('given_back', again) end
if given_back_count + #dropped > GIVEN_BACK_MAX then return refused('too_many_changes') end

if stopped ~= '' then return refused(stopped) end
local in_event = 0
for perf, visit in pairs(visits_of(guest)) do
  in_event = in_event + visit.bought + (perf ~= h.perf and #visit.seats or 0)
end
if event_max > 0 and in_event + count > event_max or
    performance_max > 0 and v.bought + count > performance_max then
  return refused('limit_reached')
end
if share < 100 then
  local sum = redis.call('HMGET', HALLS, 'total', HELD, PAYING, SOLD)
  local gone = sum[2] + sum[3] + sum[4] + count - #v.seats
  if gone * 100 > sum[1] * share then return refused('phase_share_used') end
end

seats_held(h, guest, admission, deadline, taken, dropped, line_now + delay(h, random))
return answer(commit_halls())
