-- seat_sweep: expires holds of a hall at their deadline and frees returned seats whose delay is
-- over. Also gives back, in all halls, the seats of guests who lost their admission.
-- KEYS  the line's, the hall's
-- ARGV  now, then up to 256 randoms (64 bits, 16 hex digits each), one for each hold it may end
-- Returns {"ok", stream id, holds ended and seats freed, line time of the next deadline or "", line
--       time now}, or {"unknown_performance", stream id}. If that time has passed: call again.
-- Idempotent because expired entries are not found again.
-- Cost  O(log(holds)) if nothing is due, else O(seats * log(holds)).
--
-- Every booking process calls it, without a lease. While the line is frozen it also removes the
-- TTLs, a few holds per call and in turn, so that no hold disappears before its deadline. While the
-- payment process is absent, holds do not end.
local ENDED_MAX, FREED_MAX = 256, 1024
-- Four calls per second cover 10,000 holds in three minutes.
local PERSISTED_MAX = 16
local h = open_hall(PERF)
if not h then return refused('unknown_performance') end
local limit, ended, next_random = math.min(#ARGV - 1, ENDED_MAX), 0, 2

local function end_one(hall, guest, reason, v)
  hold_ended(hall, guest, reason, v.seats, line_now + delay(hall, ARGV[next_random]))
  next_random, ended = next_random + 1, ended + 1
end
local function left() return limit - ended end

-- Everything is read before anything is decided.
local gone = redis.call('ZRANGE', K.gone, 0, limit - 1, 'WITHSCORES')
local due = redis.call('ZRANGE', h.holds, '-inf', hold_now, 'BYSCORE', 'LIMIT', 0, limit)
local back = redis.call('ZRANGE', h.returns, '-inf', line_now, 'BYSCORE', 'LIMIT', 0, FREED_MAX)
for i, seat in ipairs(back) do back[i] = tonumber(seat) end
table.sort(back)
local all_seats = {unpack(back)}
for _, guest in ipairs(due) do
  for _, seat in ipairs(visit_in(h, guest).seats) do all_seats[#all_seats + 1] = seat end
end
look(h, all_seats)

-- The halls where the guest holds seats under this admission or an older one, sorted by id.
local function holds_of(guest, admission)
  local list = {}
  for perf, v in pairs(visits_of(guest)) do
    if v.state == HELD and v.admission <= admission then list[#list + 1] = open_hall(perf) end
  end
  table.sort(list, function(one, other) return one.id < other.id end)
  return list
end

for i = 1, #gone, 2 do
  local guest, list = gone[i], holds_of(gone[i], tonumber(gone[i + 1]))
  if #list > left() then break end
  for _, hall in ipairs(list) do end_one(hall, guest, RELEASED, look_visit(hall, guest)) end
  zset(K.gone, guest, false)
end
for _, guest in ipairs(due) do
  local v = visit_in(h, guest)
  if left() == 0 then break end
  if v.state == HELD then end_one(h, guest, EXPIRED, v) end
end
if #back > 0 then seats_freed(h, back) end

local function take_ttls_off()
  local from = h.persisted or 0
  local guests = redis.call('ZRANGE', h.holds, from, from + PERSISTED_MAX - 1)
  for _, guest in ipairs(guests) do
    local v = look_visit(h, guest)
    for _, seat in ipairs(v.seats) do save_owner(h, guest, v, seat) end
  end
  hset(h.hall, 'persisted', #guests == PERSISTED_MAX and from + PERSISTED_MAX or 0)
end
if frozen() then take_ttls_off() end

local id = commit_halls()
local first = tonumber(redis.call('ZRANGE', h.holds, 0, 0, 'WITHSCORES')[2]) or math.huge
-- While payment is away, the time at which holds end is unknown.
if hold_now < line_now and first > hold_now then first = math.huge end
local freed = redis.call('ZRANGE', h.returns, 0, 0, 'WITHSCORES')[2]
local next_due = math.min(first, tonumber(freed) or math.huge)
if redis.call('EXISTS', K.gone) == 1 then next_due = line_now end
return {
  'ok', id, ended + #back, next_due == math.huge and '' or string.format('%.0f', next_due), line_now,
}
