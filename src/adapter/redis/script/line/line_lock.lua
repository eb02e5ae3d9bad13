-- line_lock: takes the lease on admission, with a fence greater than all earlier ones.
-- KEYS  the line's
-- ARGV  now, owner, ttl in ms
-- Returns {"ok", fence}, or {"held", fence, owner} while another owner holds it.
-- Idempotent because the owner gets its own lease and fence again.
-- Cost  O(1).
--
-- The fence is at least the current time in ms, so that it also grows after a failover that lost
-- the last one.
local owner, ttl = ARGV[2], tonumber(ARGV[3])
local held, fence = lock_holder()
if held == owner then return {'ok', fence} end
if held then return {'held', fence, held} end
fence = math.max(num('fence') + 1, now)
set_line('fence', fence)
str(K.lock, owner .. ' ' .. string.format('%.0f', fence), ttl)
commit()
return {'ok', fence}
