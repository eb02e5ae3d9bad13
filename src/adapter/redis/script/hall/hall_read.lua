-- hall_read: a page of a hall, for a view that reads it again and for the comparison with the sale
-- store.
-- KEYS  the line's, the hall's
-- ARGV  now, first seat, number of seats (1,024 at most, because Redis is blocked meanwhile)
--       "shown": as clients see it, which is faster; "decided": from the keys that scripts read
-- Returns {"ok", stream id, version,
--         list of the counts of free, held, paying, sold, returned and blocked seats; remaining,
--         one byte per seat: its state,
--         list of seat, fence, guest, time of each seat with an owner (the hold's deadline; the
--         start time while paying; "" when sold),
--         list of seat, time of each returned seat (when it is free; "inf": a person decides)},
--       or {"unknown_performance", stream id}.
-- Idempotent because it only reads.
-- Cost  O(seats).
local PAGE_MAX = 1024  -- A few milliseconds.
local STATE = {}
for state, word in pairs(SHOWN) do STATE[word] = state end
local h = open_hall(PERF)
if not h then return refused('unknown_performance') end
local first, count = tonumber(ARGV[2]), math.min(tonumber(ARGV[3]), PAGE_MAX)
local last = math.min(first + count, h.total) - 1
local list = {}
for seat = first, last do list[#list + 1] = seat end

local function read_shown()
  local words = redis.call('HMGET', h.seats, unpack(list))
  local fences = redis.call('HMGET', h.fences, unpack(list))
  local due = redis.call('ZMSCORE', h.returns, unpack(list))
  for i, seat in ipairs(list) do
    local state = FREE
    local colon = words[i] and string.find(words[i], ':', 1, true)
    if words[i] then state = STATE[string.sub(words[i], 1, colon)] end
    h.seat[seat] = {
      state = state, owner = colon and string.sub(words[i], colon + 1),
      fence = tonumber(fences[i]) or 0, due = tonumber(due[i]),
    }
  end
end
if ARGV[4] == 'shown' then read_shown() else look(h, list) end

local states, owned, returned = {}, {}, {}
for _, seat in ipairs(list) do
  local s = h.seat[seat]
  local until_ms = ''
  if s.state == HELD or s.state == PAYING then
    local v = visit_in(h, s.owner)
    if ARGV[4] ~= 'shown' then s.state = v.state end
    until_ms = s.state == PAYING and v.since or v.deadline
  end
  states[#states + 1] = char(s.state)
  if s.owner then
    for _, value in ipairs({seat, s.fence, s.owner, until_ms}) do owned[#owned + 1] = value end
  end
  if s.due then
    returned[#returned + 1] = seat
    returned[#returned + 1] = s.due == math.huge and 'inf' or s.due
  end
end
local counts = {}
for state = FREE, BLOCKED do counts[state + 1] = h.count[state] end
return {
  'ok', last_id(), h.version, counts, tonumber(redis.call('GET', h.remaining)),
  table.concat(states), owned, returned,
}
