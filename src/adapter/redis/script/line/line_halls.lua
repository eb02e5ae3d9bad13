-- line_halls: all halls of an event for a view that starts anew, and where in the stream to go on
-- from.
-- KEYS  the line's
-- ARGV  now
-- Returns {stream id, {fact:settings, fact:levers, fact:terms of event:{E}, nil for none},
--         then of each hall: performance, {id, digest, version, total, hold_ttl, retake_after,
--         return_delay_max, seats_per_hold, accessible_per_hold}, map, blocked as a flat list}.
-- Idempotent because it only reads.
-- Cost  O(seats), but 25 bytes each: 50,000 seats are 1.3 MB, copied. It must be one call, as facts
--       are no good to a view that is half before and half after them. Plans are read by GET: they
--       never change.
local answer = {
  line.id or '0-0', redis.call('HMGET', K.event, 'fact:settings', 'fact:levers', 'fact:terms'),
}
for _, field in ipairs(redis.call('HKEYS', 'halls:' .. TAG)) do
  local perf = string.match(field, '^perf:(.*)$')
  if perf then
    local at = ':' .. TAG .. ':' .. perf
    answer[#answer + 1] = perf
    answer[#answer + 1] = redis.call('HMGET', 'hall' .. at, 'id', 'digest', 'version', 'total',
      'hold_ttl', 'retake_after', 'return_delay_max', 'seats_per_hold', 'accessible_per_hold')
    answer[#answer + 1] = redis.call('GET', 'map' .. at)
    answer[#answer + 1] = redis.call('HGETALL', 'blocked' .. at)
  end
end
return answer
