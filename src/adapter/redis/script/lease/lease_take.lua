#!lua
-- lease_take: takes the right to work on a seat across Redis and the sale store, or returns the
-- maximum time until the lease is free.
-- KEYS  1 lease:{E}:<perf>:<seat>  string: fence, process and task of the holder
--       2 leases:{E}               string: the last fence of the event
--       3 process:{E}:<process>    string: sign of life of the requesting process
-- ARGV  process, task, ttl in ms, ms for which the process counts as alive
-- Returns {"ok", fence}, or {"held", ms}: wait for a message on the channel named like the lease,
--       at most for this time, and call again.
-- Idempotent because the holder gets the same lease again, with a new expiry.
-- Cost  O(1).
--
-- A process renews process:{E}:<process> every few seconds while it holds leases. When that key
-- expires, the process counts as dead, and others may take its leases before they expire. The fence
-- is at least the current time in ms, so that it also grows after a failover that lost the last
-- one. No decision depends on a lease: it only keeps two processes from doing the same work.
local process, task, ttl, alive = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local row = redis.call('GET', KEYS[1])
if row then
  local fence, holder, its_task = string.match(row, '^(%d+) (%S+) (%S+)$')
  if holder == process and its_task == task then
    redis.call('PEXPIRE', KEYS[1], ttl)
    redis.call('SET', KEYS[3], 1, 'PX', alive)
    return {'ok', fence}
  end
  local tag = string.match(KEYS[1], '{.*}')
  local alive_ms = redis.call('PTTL', 'process:' .. tag .. ':' .. holder)
  if alive_ms > 0 then return {'held', math.min(alive_ms, redis.call('PTTL', KEYS[1]))} end
end
local time = redis.call('TIME')
local last = tonumber(redis.call('GET', KEYS[2])) or 0
local fence = string.format('%.0f', math.max(last + 1, time[1] * 1000 + math.floor(time[2] / 1000)))
redis.call('SET', KEYS[2], fence)
redis.call('SET', KEYS[1], fence .. ' ' .. process .. ' ' .. task, 'PX', ttl)
redis.call('SET', KEYS[3], 1, 'PX', alive)
return {'ok', fence}
