#!lua
-- desk_ask: a node asks the process of the sale store, if there is one.
-- KEYS  1 {desk}requests  list: what is asked and not yet taken up
--       2 {desk}open      string: the process takes up requests; a few seconds at a time
-- ARGV  request, for how many ms it is worth an answer
-- Returns {"ok"}, {"closed"}: nobody would answer, or {"full"}: too many wait already.
-- Not idempotent: asked twice, it is answered twice. What is asked for is, however.
-- Cost  O(1).
local WAITING_MAX = 10000
if redis.call('EXISTS', KEYS[2]) == 0 then return {'closed'} end
if redis.call('LLEN', KEYS[1]) >= WAITING_MAX then return {'full'} end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]))
return {'ok'}
