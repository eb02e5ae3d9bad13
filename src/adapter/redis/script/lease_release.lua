#!lua
-- lease_release: the holder of a lease is done; whoever waits is woken at once.
-- KEYS  1 lease:{E}:<perf>:<seat>, also the name of the channel
-- ARGV  process, task, fence
-- Returns {"ok"}, or {"lost"}: it was not the holder's any more, and is left alone.
-- Idempotent because a lease that was released is lost.
-- Cost  O(waiting).
local mine = ARGV[3] .. ' ' .. ARGV[1] .. ' ' .. ARGV[2]
if redis.call('GET', KEYS[1]) ~= mine then return {'lost'} end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[1], ARGV[3])
return {'ok'}
