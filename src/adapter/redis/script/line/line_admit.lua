-- line_admit: admits the next guests. The fence rejects a scheduler that lost its lease. The limit
-- holds without any lease, because the ledger is counted here.
-- KEYS  the line's
-- ARGV  now, fence, maximum number of guests
-- Returns {"ok", stream id, number of guests admitted, ms until the next admission is possible if
--         nothing else changes (-1: never; every change that affects this, except line_allow,
--         appears in the stream after that id)} or {"stale", stream id, 0, -1}.
-- Idempotent because it counts the ledger: a second call does not fill the same slots again.
-- Cost  O(n * log(line)). Looks at 8,192 guests at most if not all may enter; the next call
--       continues from there.
if tonumber(ARGV[2]) < num('fence') then return {'stale', line.id or '0-0', 0, -1} end
local count, again = admit(tonumber(ARGV[3]), {})
return {'ok', commit(), count, again}
