-- line_unlock: only the owner gives the lease back.
-- KEYS  the line's
-- ARGV  now, owner, fence
-- Returns {"ok"} or {"lost"}.
-- Idempotent because what is gone cannot be given back twice. Cost  O(1).
local held, fence = lock_holder()
if held ~= ARGV[2] or fence ~= tonumber(ARGV[3]) then return {'lost'} end
redis.call('DEL', K.lock)
return {'ok'}
