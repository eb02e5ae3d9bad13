-- hall_mend: recomputes the counts and the displayed seats of a hall from the keys that decide.
-- KEYS  the line's, the hall's
-- ARGV  now
-- Returns {"ok", stream id, number of seats displayed wrong, number of wrong counts}, or
--       {"unknown_performance", stream id}.
-- Idempotent because values that agree are not changed.
-- Cost  O(seats): about 2 us per seat, during which Redis is blocked. Only for a hall whose keys
--       were found to be inconsistent.
local h = open_hall(PERF)
if not h then return refused('unknown_performance') end
local list = {}
for seat = 0, h.total - 1 do list[#list + 1] = seat end
look(h, list)

-- A seat whose owner has no hold is given back.
for _, seat in ipairs(list) do
  local s = h.seat[seat]
  if s.state == HELD and visit_in(h, s.owner).state == NO_HOLD then
    hold_ended(h, s.owner, EXPIRED, {seat}, line_now)
  end
end

local count, shown_wrong, counts_wrong = {}, 0, 0
for state = FREE, BLOCKED do count[state] = 0 end
local words, map = {}, redis.call('GET', h.map) or ''
for from = 1, #list, LOOK_MAX do
  local page = {unpack(list, from, math.min(#list, from + LOOK_MAX - 1))}
  for i, word in ipairs(redis.call('HMGET', h.seats, unpack(page))) do words[page[i]] = word end
end
for _, seat in ipairs(list) do
  local s = h.seat[seat]
  local deadline
  if s.state == HELD or s.state == PAYING then
    local v = visit_in(h, s.owner)
    deadline = v.deadline
    if v.state == PAYING then s.state = PAYING end
  end
  count[s.state] = count[s.state] + 1
  local word = SHOWN[s.state] and SHOWN[s.state] .. (s.owner or '') or false
  local record = mark(s.state, deadline, deadline and s.owner)
  local is_shown = string.sub(map, seat * #record + 1, (seat + 1) * #record) == record
  if words[seat] ~= word or not is_shown then
    shown_wrong = shown_wrong + 1
    hset(h.seats, seat, word)
    patch(h.map, seat, record)
  end
end
for state = FREE, BLOCKED do
  if h.count[state] ~= count[state] then
    counts_wrong = counts_wrong + 1
    moved[state] = count[state] - (h.count[state] or 0)
    h.count[state] = count[state]
  end
end
if tonumber(redis.call('GET', h.remaining)) ~= count[FREE] then counts_wrong = counts_wrong + 1 end
if counts_wrong > 0 then h.changed = true end
return {'ok', commit_halls(), shown_wrong, counts_wrong}
