#!lua
-- lease_take: takes the right to work on a seat across Redis and the sale store, or says how long
-- it may take until it is free.
-- KEYS  1 lease:{E}:<perf>:<seat>  string: fence, process and task of the holder
--       2 leases:{E}               string: the last fence of the event
--       3 process:{E}:<process>    string: the process that asks lives
-- ARGV  process, task, ttl in ms, for how many ms the process is taken to live
-- Returns {"ok", fence}, or {"held", ms}: wait on the channel named like the lease, so long at
--       most, and ask again.
-- Idempotent because its holder gets the same lease again, prolonged.
-- Cost  O(1).
--
-- A process keeps process:{E}:<process> alive while it holds leases, some seconds at a time. When
-- that key is gone, so is the process, and its leases are anybody's before they lapse. The fence is
-- at least the time, so that it also grows over a failover that lost the last one. Nothing is
-- decided by a lease: it keeps two processes from doing the same work.
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
