-- line_tidy: a line that is closed for good and has no guests any more keeps what its views show:
-- rules, counts and how each place ended. What only living places need goes.
-- KEYS  the line's
-- ARGV  now
-- Returns {"ok", stream id}, or {"in_use", stream id}: it is not closed, or somebody has a place.
-- Idempotent because what is gone cannot go twice.
-- Cost  O(keys); the bytes of a million places are given back in the background.
local is_over = num('lifecycle') == CLOSED or num('lifecycle') == ARCHIVED
if not is_over or redis.call('EXISTS', K.number) == 1 then return {'in_use', line.id or '0-0'} end
redis.call('UNLINK', K.guests, K.seen, K.barred, K.allowed, K.offers, K.offer, K.recalled)
redis.call('XTRIM', K.facts, 'MAXLEN', 1)
return {'ok', commit()}
