-- line_renew: the holder of the lease is alive.
-- KEYS  the line's
-- ARGV  now, owner, fence, how long in ms
-- Returns {"ok"} or {"lost"}.
-- Idempotent because it sets the same lease. Cost  O(1).
local held, fence = lock_holder()
if held ~= ARGV[2] or fence ~= tonumber(ARGV[3]) then return {'lost'} end
redis.call('PEXPIRE', K.lock, ARGV[4])
return {'ok'}
