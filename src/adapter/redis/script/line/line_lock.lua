-- line_lock: takes the lease on admission, with a fence above all before it.
-- KEYS  the line's
-- ARGV  now, owner, how long in ms
-- Returns {"ok", fence}, or {"held", fence, owner} while another has it.
-- Idempotent because the owner gets its own lease again, with its fence.
-- Cost  O(1).
--
-- The fence is at least the time, so that it also grows over a failover that lost the last one.
local owner, ttl = ARGV[2], tonumber(ARGV[3])
local held, fence = lock_holder()
if held == owner then return {'ok', fence} end
if held then return {'held', fence, held} end
fence = math.max(num('fence') + 1, now)
set_line('fence', fence)
str(K.lock, owner .. ' ' .. string.format('%.0f', fence), ttl)
commit()
return {'ok', fence}
