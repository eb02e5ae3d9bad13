-- seat_sync: applies the sale store's state of seats, which always wins.
-- KEYS  the line's, the hall's
-- ARGV  now, 1 if a guest who has bought keeps its admission, else 0
--       then for each of 1 to 256 seats, sorted, without duplicates: seat, turn (0: ignore and do
--       not update `synced`), state, guest, free at (line time; +n: n ms from now)
--         PAYING, SOLD   by guest
--         RETURNED       refunded to guest; a person will release it
--         BLOCKED        guest: reason and owner, each as a text of the journal
--         ENDED          the turn is over: seats that guest was paying for are given back, seats
--                        that it had bought are refunded, both free at that line time; a blocked
--                        seat or one that waits for a person becomes free
-- Returns {"ok", stream id, number of seats applied, seats that must be sent again}, or {word,
--       stream id}: unknown_performance, wrong_count.
-- Idempotent because a turn and state not above `synced` are skipped; without a turn, because a
--       state that already holds is not recorded again.
-- Cost  O(seats * log(holds)).
--
-- Usually the hall agrees, and a purchase or a refund is one fact. If it does not, Redis has lost
-- data: other guests are removed from the seats first, with regular facts of a hall. Only a guest
-- who is paying is not removed: its payment fails in the sale store and ends, and the next
-- comparison finds the difference.
local SYNCED_MAX = 256
local more = ARGV[2] == '1'
local h = open_hall(PERF)
if not h then return refused('unknown_performance') end

local seats = {}
for i = 3, #ARGV, 5 do seats[#seats + 1] = tonumber(ARGV[i]) end
if #seats < 1 or #seats > SYNCED_MAX then return refused('wrong_count') end
local known = redis.call('HMGET', h.synced, unpack(seats))
local groups, by_name, turns = {}, {}, {}
for i = 3, #ARGV, 5 do
  local seat, word, guest, free_at = tonumber(ARGV[i]), ARGV[i + 2], ARGV[i + 3], ARGV[i + 4]
  local turn = tonumber(ARGV[i + 1]) * 8 + TURN[word]
  if turn < 8 or turn > (tonumber(known[(i + 2) / 5]) or 0) then
    local name = word .. ' ' .. free_at .. ' ' .. guest
    if not by_name[name] then
      local from_now = string.match(free_at, '^%+(%d+)$')
      by_name[name] = {
        word = word, guest = guest, seats = {},
        free_at = from_now and line_now + from_now or tonumber(free_at),
      }
      groups[#groups + 1] = by_name[name]
    end
    table.insert(by_name[name].seats, seat)
    turns[seat] = turn
  end
end

local function is(seat, state, owner)
  local s = h.seat[seat]
  return s.state == state and (not owner or s.owner == owner)
end
local function all(list, state, owner)
  return those(list, function(seat) return is(seat, state, owner) end)
end
local function not_yet(list, state, owner)
  return those(list, function(seat) return not is(seat, state, owner) end)
end
local function waits_for_person(seat) return h.seat[seat].due == math.huge end

-- The seats in `state`, grouped by owner; without those of `but`.
local function by_owner(list, state, but)
  local owners, of = {}, {}
  for _, seat in ipairs(all(list, state)) do
    local owner = h.seat[seat].owner
    if owner ~= but then
      if not of[owner] then
        of[owner] = {}
        owners[#owners + 1] = owner
      end
      table.insert(of[owner], seat)
    end
  end
  return owners, of
end

local function take_from(owner, list)
  local v = look_visit(h, owner)
  if #list == #v.seats then
    hold_ended(h, owner, EXPIRED, list, line_now)
  else
    seats_held(h, owner, v.admission, v.deadline, {}, list, line_now)
  end
end

-- Makes the seats free or returned, or leaves them to `guest`. Returns false if another guest is
-- paying.
local function clear(list, guest)
  if #not_yet(all(list, PAYING), PAYING, guest) > 0 then return false end
  local holders, held = by_owner(list, HELD, guest)
  for _, owner in ipairs(holders) do take_from(owner, held[owner]) end
  local buyers, bought = by_owner(list, SOLD, guest)
  for _, owner in ipairs(buyers) do seats_refunded(h, owner, bought[owner], line_now) end
  local blocked = all(list, BLOCKED)
  if #blocked > 0 then seats_unblocked(h, blocked) end
  return true
end

local function sell(guest, list)
  local fresh = not_yet(list, SOLD, guest)
  if not clear(fresh, guest) then return false end
  if #fresh == 0 then return true end
  local v = look_visit(h, guest)
  local rest = without(v.seats, fresh)
  if #rest > 0 and #rest < #v.seats then
    hold_ended(h, guest, v.state == PAYING and ABANDONED or EXPIRED, rest, line_now)
  end
  seats_sold(h, guest, fresh, more)
  return true
end

-- Each function returns whether the state could be applied.
local say = {}

-- Redis has lost the admission under which the guest held these seats. The guest has bought now, so
-- a place restored from its token ends. A number issued by this server would be a new visit and
-- stays.
local function let_go_again(guest)
  local number = number_of(guest)
  if number and number < num('epoch_from') then place_ended(number, COMPLETED) end
end

function say.SOLD(g)
  local v = look_visit(h, g.guest)
  local is_lost = (v.admission or 0) == 0
  -- Without a turn and without a payment the message repeats an earlier purchase.
  local is_news = turns[g.seats[1]] >= 8 or v.state == PAYING
  if not sell(g.guest, g.seats) then return false end
  if is_lost and is_news and not more then let_go_again(g.guest) end
  return true
end

-- Two visits contain the same seat because Redis lost its owner. The paying guest gets it back.
local function take_back(g)
  local stolen = those(g.seats, function(seat) return h.seat[seat].owner ~= g.guest end)
  for _, seat in ipairs(stolen) do
    local owner = h.seat[seat].owner
    local v = owner and look_visit(h, owner)
    if v and (v.state ~= HELD or not as_set(v.seats)[seat]) then return false end
    h.seat[seat].state = owner and HELD or FREE
    if owner then take_from(owner, {seat}) end
  end
  if #stolen > 0 then paying_started(h, g.guest) end
  return true
end

function say.PAYING(g)
  local v = look_visit(h, g.guest)
  if v.state == PAYING and #without(g.seats, v.seats) == 0 then return take_back(g) end
  if #without(g.seats, v.seats) > 0 then
    -- A hold is paid as a whole. The guest's other hold must end first.
    if v.state ~= NO_HOLD or not clear(g.seats, '') then return false end
  elseif #g.seats < #v.seats and v.state == HELD then
    return false
  end
  pay_again(h, g.guest, g.seats)
  return true
end

function say.RETURNED(g)
  local fresh = those(g.seats, function(seat) return not waits_for_person(seat) end)
  if not sell(g.guest, fresh) then return false end
  if #fresh > 0 then seats_refunded(h, g.guest, fresh) end
  return true
end

function say.BLOCKED(g)
  local fresh = not_yet(g.seats, BLOCKED)
  if not clear(fresh, '') then return false end
  if #fresh > 0 then seats_blocked(h, fresh, g.guest) end
  return true
end

function say.ENDED(g)
  local sold, blocked = all(g.seats, SOLD, g.guest), all(g.seats, BLOCKED)
  local waiting = those(g.seats, waits_for_person)
  if #all(g.seats, PAYING, g.guest) > 0 then
    hold_ended(h, g.guest, ABANDONED, look_visit(h, g.guest).seats, g.free_at)
  end
  if #sold > 0 then seats_refunded(h, g.guest, sold, g.free_at) end
  if #blocked > 0 then seats_unblocked(h, blocked) end
  if #waiting > 0 then seats_freed(h, waiting) end
  return true
end

-- Everything is read before anything is applied. The visit shows whether a seat is held or being
-- paid.
for _, g in ipairs(groups) do
  look(h, g.seats)
  if #g.guest == 16 then look_visit(h, g.guest) end
  for _, seat in ipairs(g.seats) do
    if is(seat, HELD) then look_visit(h, h.seat[seat].owner) end
  end
end
local answer = {'ok', '', 0}
for _, g in ipairs(groups) do
  local could = say[g.word](g)
  for _, seat in ipairs(g.seats) do
    if could then
      if turns[seat] >= 8 then hset(h.synced, seat, turns[seat]) end
      answer[3] = answer[3] + 1
    else
      answer[#answer + 1] = seat
    end
  end
end
answer[2] = commit_halls()
return answer
