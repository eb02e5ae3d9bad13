-- line_halls: all halls of an event for a view that reads them again, and the stream entry from
-- which the view continues.
-- KEYS  the line's
-- ARGV  now
-- Returns {stream id, {fact:settings, fact:levers, fact:terms of event:{E}, nil for none},
--         then for each hall: performance, {id, digest, version, total, hold_ttl, retake_after,
--         return_delay_max, seats_per_hold, accessible_per_hold}, map, blocked as a flat list}.
-- Idempotent because it only reads.
-- Cost  O(seats) at 25 bytes per seat: 50,000 seats are 1.3 MB, copied. This must be one call,
--       because facts cannot be applied to a view whose parts were read at different times. Plans
--       never change and are read by GET.
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
