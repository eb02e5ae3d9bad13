-- hall_set: opens a hall, or changes its rules, as decided in the sale store.
-- KEYS  the line's, the hall's
-- ARGV  now, version (grows with each change of this hall), hall id, number of seats, plan digest
--       hold_ttl, retake_after, return_delay_max (ms), seats_per_hold, accessible_per_hold
--       the plan in the journal's format; needed only to open the hall
-- Returns {"ok" | "seen", stream id}, or {"unknown_event", stream id}: the line must be set first.
-- Idempotent because a version not above the last one is skipped.
-- Cost  O(1), plus the size of the plan.
local version, total = tonumber(ARGV[2]), tonumber(ARGV[4])
if not line.event then return refused('unknown_event') end
local h = open_hall(PERF)
if h and version <= h.applied then return {'seen', last_id()} end

local bytes = {}
for i = 6, 8 do bytes[#bytes + 1] = zigzag(tonumber(ARGV[i])) end
for i = 9, 10 do bytes[#bytes + 1] = varint(tonumber(ARGV[i])) end
local rules = table.concat(bytes)
local at = ':' .. TAG .. ':' .. PERF
local hall = 'hall' .. at
for i, name in ipairs(RULES) do hset(hall, name, ARGV[5 + i]) end
hset(hall, 'applied', version)
hset(hall, 'digest', ARGV[5])
if h then
  tell(h, 10, rules)
  return {'ok', commit_halls()}
end

local opened = char(128) .. EVENT .. text(PERF) .. ARGV[11] .. rules
raw_fact(opened)
str('plan' .. at, opened)
-- Allocates the whole string: bytes never written read as free seats.
patch('map' .. at, total - 1, mark(FREE))
hset(hall, 'id', ARGV[3])
hset(hall, 'total', total)
hset(hall, 'base', 0)
hset(hall, 'version', 0)
for state = FREE, BLOCKED do
  moved[state] = state == FREE and total or 0
  hset(hall, state, moved[state])
end
hset('seats' .. at, 'version', 0)
str('remaining' .. at, total)
hset(HALLS, 'perf:' .. PERF, ARGV[3])
hset(HALLS, 'total', (tonumber(redis.call('HGET', HALLS, 'total')) or 0) + total)
return {'ok', commit_halls()}
