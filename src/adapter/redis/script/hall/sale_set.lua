-- sale_set: sets how an event sells, as decided in the sale store.
-- KEYS  the line's
-- ARGV  now, then pairs: settings, levers or terms, and the fact in the journal's format
-- Returns {"ok" | "seen", stream id}.
-- Idempotent because a fact equal to the last one of its kind is not recorded again.
-- Cost  O(pairs).
--
-- Views that read the event again take the last facts from event:{E}.
local is_news = false
for i = 2, #ARGV, 2 do
  local field, bytes = 'fact:' .. ARGV[i], ARGV[i + 1]
  if redis.call('HGET', K.event, field) ~= bytes then
    is_news = true
    hset(K.event, field, bytes)
    raw_fact(bytes)
  end
end
if not is_news then return {'seen', line.id or '0-0'} end
return {'ok', commit()}
