-- seat_reclaim: a payment arrived for a hold that has ended. If nobody has taken its seats since,
-- they become paying again, so that the sale store can claim them without a conflict.
-- KEYS  the line's, the hall's
-- ARGV  now, guest, then for each seat, sorted: seat, fence of its hold (0: earlier owners do not
--       matter, the seat must only be available now)
-- Returns {"ok", stream id, the current fence of each seat}, {"seat_lost", stream id, seats}, or
--       {"wrong_hold", stream id}: the guest holds other seats now, and a hold is paid as a whole.
--       Then the claim in the sale store decides alone, and seat_sync applies the result.
-- Idempotent because the visit stores the fences with which it was reclaimed.
-- Cost  O(seats * log(holds)).
--
-- Like seat::decide(Sell), but the seats become paying, not sold: a sale is a row in the sale
-- store. Each seat that was no longer held is taken again, with a new fence.
local guest, seats, promised, fences = ARGV[2], {}, {}, {}
for i = 3, #ARGV, 2 do
  seats[#seats + 1], fences[#fences + 1] = tonumber(ARGV[i]), ARGV[i + 1]
  promised[tonumber(ARGV[i])] = tonumber(ARGV[i + 1])
end
local reclaimed = table.concat(fences, ' ')
local h = open_hall(PERF)
if not h then return refused('seat_lost', seats) end
local v = look_visit(h, guest)
look(h, seats)

local function answer(id)
  local present = {}
  for i, seat in ipairs(seats) do present[i] = h.seat[seat].fence end
  return {'ok', id, unpack(present)}
end

local whole = same(v.seats, seats)
if whole and v.reclaimed == reclaimed then return answer(last_id()) end
local lost = those(seats, function(seat)
  local s = h.seat[seat]
  local mine = s.owner == guest and (s.state == HELD or s.state == PAYING)
  local is_other = promised[seat] ~= 0 and s.fence ~= promised[seat]
  return is_other or not (mine or s.state == FREE or s.state == RETURNED)
end)
if #lost > 0 then return refused('seat_lost', lost) end
if #v.seats > 0 and not whole then return refused('wrong_hold') end

pay_again(h, guest, seats)
v.reclaimed = reclaimed
return answer(commit_halls())
