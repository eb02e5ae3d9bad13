#!lua
-- desk_ask: sends a request of a node to the process with the sale store, if there is one.
-- KEYS  1 {desk}requests  list: requests that are not taken yet
--       2 {desk}open      string: set for a few seconds while the process takes requests
-- ARGV  request, time in ms after which an answer is useless
-- Returns {"ok"}, {"closed"}: no process would answer, or {"full"}: too many requests wait.
-- Not idempotent: a repeated request is answered twice. The requested operations are idempotent.
-- Cost  O(1).
local WAITING_MAX = 10000
if redis.call('EXISTS', KEYS[2]) == 0 then return {'closed'} end
if redis.call('LLEN', KEYS[1]) >= WAITING_MAX then return {'full'} end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]))
return {'ok'}
