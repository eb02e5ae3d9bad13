-- line_admit: lets in the next guests. The fence keeps a scheduler out that lost its lease; that
-- the limit holds needs no lease, as the ledger is counted here.
-- KEYS  the line's
-- ARGV  now, fence, how many at most
-- Returns {"ok", stream id, how many were let in, in how many ms the next might be though nothing
--         happens meanwhile (-1: never; whatever may change that is told in the stream behind that
--         id, but for line_allow)} or {"stale", stream id, 0, -1}.
-- Idempotent because it counts what is there: called twice, it fills the slots once.
-- Cost  O(n * log(line)); 8,192 guests looked at where not all may enter, and goes on from there.
if tonumber(ARGV[2]) < num('fence') then return {'stale', line.id or '0-0', 0, -1} end
local count, again = admit(tonumber(ARGV[3]), {})
return {'ok', commit(), count, again}
