-- line_unlock: releases the lease on admission. Only its owner can.
-- KEYS  the line's
-- ARGV  now, owner, fence
-- Returns {"ok"} or {"lost"}.
-- Idempotent because a second call finds the lease lost. Cost  O(1).
local held, fence = lock_holder()
if held ~= ARGV[2] or fence ~= tonumber(ARGV[3]) then return {'lost'} end
redis.call('DEL', K.lock)
return {'ok'}
