-- line_read: the whole line for a view that reads it again, and the stream entry from which the
-- view continues.
-- KEYS  the line's
-- ARGV  now
-- Returns {stream id, now, line:{E}, event:{E}, place:{E}, admission:{E}, moved:{E}}; hashes as flat
--         lists of field and value.
-- Idempotent because it only reads.
-- Cost  O(line) at one byte per number: a million guests are one megabyte. This must be one call,
--       because facts cannot be applied to a view whose parts were read at different times.
return {
  line.id or '0-0', now,
  redis.call('HGETALL', K.line), redis.call('HGETALL', K.event),
  redis.call('GET', K.place) or '', redis.call('HGETALL', K.admission),
  redis.call('HGETALL', K.moved),
}
