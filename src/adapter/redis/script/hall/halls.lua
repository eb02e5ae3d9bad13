-- Follows prelude.lua and places.lua, and precedes every hall script. A script reads seats and
-- visits, decides, and records what happened with the functions at the end. Each of them records
-- one fact of seat/domain/fact.hpp and changes the hall as hall.cpp does and the admission as
-- sale/domain/rule/consequences.cpp does. commit_halls() then writes everything; before it nothing is
-- written.
--
-- KEYS after the line's, in this order. <perf>: key of the performance; seat: index in the plan.
--  21 hall:{E}:<perf>       hash: id, rules, applied, digest, total, 0 to 5 (seats in each state),
--                           version, base, persisted
--  22 seats:{E}:<perf>      hash seat -> what clients see (a free seat has no field), and version
--  23 fence:{E}:<perf>      hash seat -> fence
--  24 holds:{E}:<perf>      zset guest, score = deadline; without holds that are being paid
--  25 returns:{E}:<perf>    zset seat, score = when it becomes free; inf: a person decides
--  26 blocked:{E}:<perf>    hash seat -> reason and owner, each as a text of the journal
--  27 remaining:{E}:<perf>  string: number of free seats
--  28 synced:{E}:<perf>     hash seat -> last message of the sale store (seat_sync.lua)
--  29 map:{E}:<perf>        string: 25 bytes per seat: state, deadline of its hold (8 bytes) and
--                           guest (16), so that a view can read all seats with one call
--  30 plan:{E}:<perf>       string: the fact that opened the hall, with its plan
--  31 halls:{E}             hash: 0 to 5 and total over all halls; perf:<perf> -> hall id
-- Keys that are not in KEYS, in the same slot:
--     seat:{E}:<perf>:<seat>       guest (16 bytes) and fence: held or being paid
--     confirmed:{E}:<perf>:<seat>  guest: sold
--     visit:{E}:<guest>            hash perf -> the guest's visit there (MessagePack of the table
--                                  in visit_in). One key for all halls, because limits and the
--                                  admission depend on all of them.
-- A seat is sold if confirmed, else blocked, else returned if in returns, else held or paying (as
-- its guest's visit says) if it has an owner, else free. `seats` and `map` only display the state;
-- no decision reads them.
--
-- The deadline of a hold is its score in `holds`, in line time. TTLs only clean up a day later. A
-- visit without a hold keeps its TTL even while the line is frozen: after a day of freeze the guest
-- may retake a seat.

-- seat::SeatState. The first three are also Visit::State and waiting_room::Keep.
local FREE, HELD, PAYING, SOLD, RETURNED, BLOCKED = 0, 1, 2, 3, 4, 5
local NO_HOLD = 0
local SHOWN = {
  [HELD] = 'holding:', [PAYING] = 'paying:', [SOLD] = 'confirmed:', [RETURNED] = 'returned',
  [BLOCKED] = 'blocked',
}
local RELEASED, EXPIRED, ABANDONED = 0, 1, 2  -- seat::HoldEnd
local RULES = {
  'hold_ttl', 'retake_after', 'return_delay_max', 'seats_per_hold', 'accessible_per_hold',
}
-- Progress within a turn of the sale store's row for a seat; `synced` is turn * 8 + progress.
local TURN = {PAYING = 1, BLOCKED = 1, SOLD = 2, RETURNED = 3, ENDED = 4}
local DAY_MS = 86400000
-- Maximum number of seats per MGET: two keys per seat, and Lua's stack holds 8,000 values.
local LOOK_MAX = 1000
-- A script that concerns all of a guest's halls gets no hall keys.
local PERF = string.match(KEYS[LINE_KEYS + 1] or '', '^hall:{.*}:(.*)$')
local HALLS = KEYS[LINE_KEYS + 11] or 'halls:' .. TAG

local line_now, hold_now = line_time(), hold_time()

-- The hall and its seats ---------------------------------------------------------------------

local halls = {}
local moved = {}  -- Change of the number of seats per state, over all halls.

-- Returns false if there is no such hall.
local function open_hall(perf)
  if halls[perf] ~= nil then return halls[perf] end
  local at = ':' .. TAG .. ':' .. perf
  local h = {
    perf = perf, at = at, hall = 'hall' .. at, seats = 'seats' .. at, fences = 'fence' .. at,
    holds = 'holds' .. at, returns = 'returns' .. at, blocked = 'blocked' .. at,
    remaining = 'remaining' .. at, synced = 'synced' .. at, map = 'map' .. at, seat = {},
    count = {},
  }
  -- KEYS contains only one hall. Reading the others' keys fails here if the slot is moving.
  if perf ~= PERF then
    redis.call('EXISTS', h.seats, h.fences, h.holds, h.returns, h.blocked, h.remaining, h.map)
  end
  local flat = redis.call('HGETALL', h.hall)
  for i = 1, #flat, 2 do
    local state = tonumber(flat[i])
    if state then h.count[state] = tonumber(flat[i + 1]) else h[flat[i]] = tonumber(flat[i + 1]) end
  end
  halls[perf] = h.id and h or false
  return halls[perf]
end

local function names(what, h, list)
  local keys = {}
  for i = 1, #list do keys[i] = what .. h.at .. ':' .. list[i] end
  return keys
end

local function look_some(h, list)
  local owner = redis.call('MGET', unpack(names('seat', h, list)))
  local buyer = redis.call('MGET', unpack(names('confirmed', h, list)))
  local blocked = redis.call('HMGET', h.blocked, unpack(list))
  local due = redis.call('ZMSCORE', h.returns, unpack(list))
  local fence = redis.call('HMGET', h.fences, unpack(list))
  for i, seat in ipairs(list) do
    local s = {state = FREE, fence = tonumber(fence[i]) or 0}
    if buyer[i] then
      s.state, s.owner = SOLD, buyer[i]
    elseif blocked[i] then
      s.state = BLOCKED
    elseif due[i] then
      s.state, s.due = RETURNED, tonumber(due[i])
    elseif owner[i] then
      s.state, s.owner = HELD, string.sub(owner[i], 1, 16)  -- Or paying: see look_visit().
    end
    h.seat[seat] = s
  end
end

-- Reads the seats that were not read yet.
local function look(h, list)
  local fresh = {}
  for _, seat in ipairs(list) do
    if not h.seat[seat] then fresh[#fresh + 1] = seat end
    if #fresh == LOOK_MAX then
      look_some(h, fresh)
      fresh = {}
    end
  end
  if #fresh > 0 then look_some(h, fresh) end
end

local function seat_key(h, seat) return 'seat' .. h.at .. ':' .. seat end
local function confirmed_key(h, seat) return 'confirmed' .. h.at .. ':' .. seat end

local NOBODY = string.rep('\0', 16)
-- The record of a seat in `map`.
local function mark(state, deadline, owner)
  return struct.pack('<BI8', state, deadline or 0) .. (owner or NOBODY)
end

-- `more` is the deadline of a hold, the time when a returned seat becomes free, or the reason of a
-- block.
local function set(h, seat, state, owner, more)
  local s = h.seat[seat]
  if s.state ~= state then
    h.count[s.state], h.count[state] = h.count[s.state] - 1, h.count[state] + 1
    moved[s.state], moved[state] = (moved[s.state] or 0) - 1, (moved[state] or 0) + 1
    h.version, h.changed = h.version + 1, true
  end
  if s.state == SOLD then str(confirmed_key(h, seat), false) end
  if s.state == BLOCKED then hset(h.blocked, seat, false) end
  if s.state == RETURNED then zset(h.returns, seat, false) end
  if s.state == HELD or s.state == PAYING then str(seat_key(h, seat), false) end
  if state == SOLD then str(confirmed_key(h, seat), owner) end
  if state == BLOCKED then hset(h.blocked, seat, more) end
  if state == RETURNED then zset(h.returns, seat, more) end
  hset(h.seats, seat, SHOWN[state] and SHOWN[state] .. (owner or '') or false)
  local held = state == HELD or state == PAYING
  patch(h.map, seat, mark(state, held and more, held and owner))
  s.state, s.owner, s.due = state, owner, state == RETURNED and more or nil
end

-- The base is raised after a failover, so that a lost fence is not issued again.
local function next_fence(h, seat)
  local s = h.seat[seat]
  s.fence = math.max(s.fence, h.base) + 1
  hset(h.fences, seat, s.fence)
end

-- seat::return_delay of a 64-bit random number (16 hex digits). All values stay below 2^53.
local function delay(h, random)
  local choices = h.return_delay_max + 1
  local high, low = tonumber(string.sub(random, 1, 8), 16), tonumber(string.sub(random, 9), 16)
  return ((high % choices) * (4294967296 % choices) + low) % choices
end

-- Visits -------------------------------------------------------------------------------------

local visits = {}

local function visits_of(guest)
  if not visits[guest] then
    local of = {}
    local flat = redis.call('HGETALL', 'visit:' .. TAG .. ':' .. guest)
    for i = 1, #flat, 2 do of[flat[i]] = cmsgpack.unpack(flat[i + 1]) end
    visits[guest] = of
  end
  return visits[guest]
end

-- The guest's visit in this hall. A visit that is no longer needed is replaced by a new one without
-- an admission. `since`: when the hold or the payment began. `back`: seats given back, each with
-- the time until which the guest cannot take it again. `bought`: number of seats sold to the guest.
local function visit_in(h, guest)
  local of = visits_of(guest)
  local v = of[h.perf]
  if not v or (v.admission and v.state == NO_HOLD and v.forget_at <= line_now) then
    v = {
      state = NO_HOLD, deadline = 0, forget_at = 0, since = 0, seats = {}, back = {},
      bought = v and v.bought or 0,
    }
    of[h.perf] = v
  end
  return v
end

-- The visit; its seats are read too.
local function look_visit(h, guest)
  local v = visit_in(h, guest)
  look(h, v.seats)
  if v.state == PAYING then
    for _, seat in ipairs(v.seats) do h.seat[seat].state = PAYING end
  end
  return v
end

local changed_visits = {}
local function save_visit(h, guest, v)
  changed_visits[guest] = true
  if v.state == HELD then zset(h.holds, guest, v.deadline) else zset(h.holds, guest, false) end
end

local function save_owner(h, guest, v, seat)
  local ttl = v.state == HELD and not frozen() and v.deadline - line_now + DAY_MS or nil
  str(seat_key(h, seat), guest .. h.seat[seat].fence, ttl)
end

-- Ends the hold. The visit is needed until forget_at: see needed_until in hall.cpp.
local function end_hold(h, guest, v)
  v.state, v.seats, v.reclaimed = NO_HOLD, {}, nil
  v.forget_at = v.deadline + math.max(h.retake_after, 600000)  -- kNewDeadlineAfter
  for i = 2, #v.back, 2 do v.forget_at = math.max(v.forget_at, v.back[i]) end
  save_visit(h, guest, v)
end

local function give_back(h, v, seat, free_at)
  set(h, seat, RETURNED, nil, free_at)
  local back = {}
  for i = 1, #v.back, 2 do
    if v.back[i + 1] > line_now then
      back[#back + 1], back[#back + 2] = v.back[i], v.back[i + 1]
    end
  end
  back[#back + 1], back[#back + 2] = seat, line_now + h.retake_after
  v.back = back
end

-- Sets of seats, sorted ----------------------------------------------------------------------

local function as_set(list)
  local is = {}
  for _, seat in ipairs(list) do is[seat] = true end
  return is
end

local function those(list, test)
  local found = {}
  for _, seat in ipairs(list) do
    if test(seat) then found[#found + 1] = seat end
  end
  return found
end

local function without(list, what)
  local is = as_set(what)
  return those(list, function(seat) return not is[seat] end)
end

local function same(one, other)
  return #one == #other and #without(one, other) == 0
end

-- The admission ------------------------------------------------------------------------------

local function sells() return num('lifecycle') == 2 or num('lifecycle') == 3 end  -- Open, paused.

-- Returns the hall, or nil and the rejection of sale::find_target.
local function scene(guest, admission)
  local h = open_hall(PERF)
  if not h then return nil, 'unknown_performance' end
  if not sells() then return nil, 'not_open' end
  local number = number_of(guest)
  if not number or number ~= math.floor(admission / 256) or not live_admission(admission) then
    return nil, 'no_admission'
  end
  return h
end

-- The place may belong to another guest by now, on another device: see has_admission in
-- consequences.cpp.
local function admission_with(guest, id)
  local admission = id and live_admission(id)
  return admission and guest_of(math.floor(id / 256)) == guest and admission
end

-- Protects the admission as strongly as the guest's strongest hold in any hall requires:
-- see keep in consequences.cpp.
local function keep(h, guest, id, how, at_least)
  local admission = admission_with(guest, id)
  if not admission then return end
  local number = math.floor(id / 256)
  for perf, v in pairs(visits_of(guest)) do
    if perf ~= h.perf and v.admission == id then how = math.max(how, v.state) end
  end
  if not admission.claimed then claimed(number) end
  if at_least and admission.deadline < at_least then deadline_set(number, at_least) end
  if admission.keep ~= how then admission_kept(number, how) end
end

-- Facts -------------------------------------------------------------------------------------

local function packed(list)
  local bytes, before = {varint(#list)}, 0
  for i, seat in ipairs(list) do
    bytes[i + 1] = zigzag(seat - before)
    before = seat
  end
  return table.concat(bytes)
end

local function tell(h, tag, fields)
  raw_fact(char(129) .. varint(h.id) .. char(tag) .. fields)
end

local function seats_held(h, guest, admission, deadline, taken, dropped, free_at)
  tell(h, 1, guest .. varint(admission) .. zigzag(deadline) .. packed(taken) .. packed(dropped) ..
    zigzag(free_at))
  local v = visit_in(h, guest)
  if v.state ~= HELD then v.since = line_now end
  v.admission, v.deadline, v.state, v.seats = admission, deadline, HELD, without(v.seats, dropped)
  for _, seat in ipairs(dropped) do give_back(h, v, seat, free_at) end
  for _, seat in ipairs(taken) do
    set(h, seat, HELD, guest, deadline)
    next_fence(h, seat)
    save_owner(h, guest, v, seat)
    v.seats[#v.seats + 1] = seat
  end
  table.sort(v.seats)
  save_visit(h, guest, v)
  keep(h, guest, admission, HELD, deadline)
end

-- Extends the hold together with its admission: a SeatsHeld fact without taken or dropped seats.
-- REQUIRES: the visit's seats are read; it is held.
local function hold_extended(h, guest, deadline)
  local v = visit_in(h, guest)
  tell(h, 1, guest .. varint(v.admission) .. zigzag(deadline) .. packed({}) .. packed({}) ..
    zigzag(line_now))
  v.deadline = deadline
  for _, seat in ipairs(v.seats) do
    set(h, seat, HELD, guest, deadline)
    save_owner(h, guest, v, seat)
  end
  save_visit(h, guest, v)
end

-- Ends the hold of all its seats, or of the unsold ones just before the others are sold.
local function hold_ended(h, guest, reason, seats, free_at)
  tell(h, 2, guest .. char(reason) .. packed(seats) .. zigzag(free_at))
  local v = visit_in(h, guest)
  for _, seat in ipairs(seats) do give_back(h, v, seat, free_at) end
  end_hold(h, guest, v)
  keep(h, guest, v.admission, NO_HOLD)
end

local function set_hold(h, guest, v, state)
  v.state, v.since = state, line_now
  for _, seat in ipairs(v.seats) do
    set(h, seat, state, guest, v.deadline)
    save_owner(h, guest, v, seat)
  end
  save_visit(h, guest, v)
end

local function paying_started(h, guest)
  local v = visit_in(h, guest)
  tell(h, 3, guest .. packed(v.seats))
  set_hold(h, guest, v, PAYING)
  keep(h, guest, v.admission, PAYING)
end

local function payment_declined(h, guest, deadline)
  local v = visit_in(h, guest)
  tell(h, 4, guest .. zigzag(deadline) .. packed(v.seats))
  v.deadline, v.reclaimed = deadline, nil
  set_hold(h, guest, v, HELD)
  keep(h, guest, v.admission, HELD, deadline)
end

-- Ends the admission after a purchase, unless the event lets the guest buy more or the guest has
-- started a new hold: see let_go in consequences.cpp.
local function let_go(h, guest, v, sold, more)
  if #v.seats > 0 and not as_set(v.seats)[sold[1]] then return end
  if not admission_with(guest, v.admission) then return end
  keep(h, guest, v.admission, NO_HOLD)
  if not more then
    place_ended(math.floor(v.admission / 256), COMPLETED)
  end
end

local function seats_sold(h, guest, seats, more)
  tell(h, 5, guest .. packed(seats))
  local v = visit_in(h, guest)
  for _, seat in ipairs(seats) do set(h, seat, SOLD, guest) end
  let_go(h, guest, v, seats, more)
  v.bought = v.bought + #seats
  -- A late sale does not affect a newer hold of the guest.
  if #v.seats > 0 and h.seat[v.seats[1]].state == SOLD then end_hold(h, guest, v) end
  changed_visits[guest] = true
end

-- Without free_at a person must release the seats.
local function seats_refunded(h, guest, seats, free_at)
  tell(h, 6, guest .. packed(seats) .. (free_at and varint(1) .. zigzag(free_at) or varint(0)))
  for _, seat in ipairs(seats) do
    set(h, seat, RETURNED, nil, free_at or math.huge)
    next_fence(h, seat)
  end
  local v = visit_in(h, guest)
  v.bought = v.bought - #seats
  changed_visits[guest] = true
end

local function seats_freed(h, seats)
  tell(h, 7, packed(seats))
  for _, seat in ipairs(seats) do set(h, seat, FREE) end
end

-- `why` contains two texts: the reason and the owner.
local function seats_blocked(h, seats, why)
  tell(h, 8, why .. packed(seats))
  for _, seat in ipairs(seats) do
    set(h, seat, BLOCKED, nil, why)
    next_fence(h, seat)
  end
end

local function seats_unblocked(h, seats)
  tell(h, 9, packed(seats))
  for _, seat in ipairs(seats) do set(h, seat, FREE) end
end

-- Marks seats as being paid whose hold has ended or was lost. A lost hold gets the full time again:
-- nobody knows how much of it was left.
-- REQUIRES: the seats are read; each is free, returned or in this hold; the guest holds no others.
local function pay_again(h, guest, seats)
  local v = visit_in(h, guest)
  if v.state == NO_HOLD then
    local back = those(seats, function(seat) return h.seat[seat].state == RETURNED end)
    if #back > 0 then seats_freed(h, back) end
    local deadline = v.admission and v.deadline or line_now + h.hold_ttl
    seats_held(h, guest, v.admission or 0, deadline, seats, {}, line_now)
  end
  if v.state == HELD then paying_started(h, guest) end
end

-- Writing ------------------------------------------------------------------------------------

local function save_hall(h)
  for state = FREE, BLOCKED do hset(h.hall, state, h.count[state]) end
  hset(h.hall, 'version', h.version)
  hset(h.seats, 'version', h.version)
  str(h.remaining, h.count[FREE])
end

-- The sums over all halls, and whether any seat is left or can become free: sale::follow_counts.
local function save_sums()
  local sum = redis.call('HMGET', HALLS, FREE, HELD, PAYING, SOLD, RETURNED, BLOCKED)
  for state = FREE, BLOCKED do
    sum[state] = (tonumber(sum[state + 1]) or 0) + (moved[state] or 0)
    if moved[state] then hset(HALLS, state, sum[state]) end
  end
  local sold_out = sum[FREE] + sum[HELD] + sum[PAYING] + sum[RETURNED] == 0
  if sold_out ~= (num('sold_out') == 1) then sold_out_set(sold_out) end
end

-- Saves the guest's visits. Returns the key and its TTL; false for no TTL.
local function save_visits(guest)
  local key, last, stays = 'visit:' .. TAG .. ':' .. guest, line_now, false
  for perf, v in pairs(visits[guest]) do
    stays = stays or v.state ~= NO_HOLD or v.bought > 0
    last = math.max(last, v.forget_at)
    local needed = v.state ~= NO_HOLD or v.bought > 0 or v.forget_at > line_now
    hset(key, perf, needed and cmsgpack.pack(v))
  end
  return key, not stays and last - line_now + DAY_MS
end

-- Commits the halls and the line.
local function commit_halls()
  for _, h in pairs(halls) do
    if h and h.changed then save_hall(h) end
  end
  if next(moved) then save_sums() end
  local ttls = {}
  for guest in pairs(changed_visits) do
    local key, ttl = save_visits(guest)
    ttls[key] = ttl
  end
  local id = commit()
  for key, ttl in pairs(ttls) do
    if ttl then redis.call('PEXPIRE', key, ttl) else redis.call('PERSIST', key) end
  end
  return id
end

local function last_id() return line.id or '0-0' end
local function refused(code, seats) return {code, last_id(), unpack(seats or {})} end
