-- line_renew: renews the lease on admission.
-- KEYS  the line's
-- ARGV  now, owner, fence, ttl in ms
-- Returns {"ok"} or {"lost"}.
-- Idempotent because it only sets the expiry. Cost  O(1).
local held, fence = lock_holder()
if held ~= ARGV[2] or fence ~= tonumber(ARGV[3]) then return {'lost'} end
redis.call('PEXPIRE', K.lock, ARGV[4])
return {'ok'}
