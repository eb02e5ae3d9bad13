#!lua
-- lease_release: releases a lease and wakes the waiters at once.
-- KEYS  1 lease:{E}:<perf>:<seat>, also the name of the channel
-- ARGV  process, task
-- Returns {"ok"}, or {"lost"}: the caller did not hold the lease, which is left unchanged.
-- Idempotent because a second call finds the lease lost.
-- Cost  O(waiting).
--
-- A task takes only one lease, so its name identifies the lease even if the answer to lease_take
-- was lost.
local holder = string.match(redis.call('GET', KEYS[1]) or '', '^%d+ (.*)$')
if holder ~= ARGV[1] .. ' ' .. ARGV[2] then return {'lost'} end
redis.call('DEL', KEYS[1])
redis.call('SPUBLISH', KEYS[1], '')
return {'ok'}
