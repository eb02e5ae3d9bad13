-- line_tidy: reduces a closed line without guests to what its views show: rules, counts and how
-- each place ended. Deletes the keys that only live places need.
-- KEYS  the line's
-- ARGV  now
-- Returns {"ok", stream id}, or {"in_use", stream id}: it is not closed, or a guest has a place.
-- Idempotent because deleted keys stay deleted.
-- Cost  O(keys); Redis frees the memory in the background.
local is_over = num('lifecycle') == CLOSED or num('lifecycle') == ARCHIVED
if not is_over or redis.call('EXISTS', K.number) == 1 then return {'in_use', line.id or '0-0'} end
redis.call('UNLINK', K.guests, K.seen, K.barred, K.allowed, K.offers, K.offer, K.recalled)
redis.call('XTRIM', K.facts, 'MAXLEN', 1)
return {'ok', commit()}
