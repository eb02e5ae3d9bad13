#!lua
-- lease_renew: the holder of a lease needs it longer.
-- KEYS  1 lease:{E}:<perf>:<seat>
-- ARGV  process, task, fence, ttl in ms
-- Returns {"ok"}, or {"lost"}: it has lapsed or is another's, and the work must stop.
-- Idempotent because it only sets the time that is left.
-- Cost  O(1).
local mine = ARGV[3] .. ' ' .. ARGV[1] .. ' ' .. ARGV[2]
if redis.call('GET', KEYS[1]) ~= mine then return {'lost'} end
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[4]))
return {'ok'}
