#!lua
-- lease_release: the holder of a lease is done; whoever waits is woken at once.
-- KEYS  1 lease:{E}:<perf>:<seat>, also the name of the channel
-- ARGV  process, task
-- Returns {"ok"}, or {"lost"}: it was not the holder's any more, and is left alone.
-- Idempotent because a lease that was released is lost.
-- Cost  O(waiting).
--
-- A task takes one lease only, so its name is enough, also where the answer to lease_take was lost.
local holder = string.match(redis.call('GET', KEYS[1]) or '', '^%d+ (.*)$')
if holder ~= ARGV[1] .. ' ' .. ARGV[2] then return {'lost'} end
redis.call('DEL', KEYS[1])
redis.call('SPUBLISH', KEYS[1], '')
return {'ok'}
