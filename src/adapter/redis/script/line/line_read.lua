-- line_read: the whole line for a view that starts anew, and where in the stream to go on from.
-- KEYS  the line's
-- ARGV  now
-- Returns {stream id, now, line:{E}, event:{E}, place:{E} up to the last number issued,
--         admission:{E}, moved:{E}}; hashes as flat lists of field and value.
-- Idempotent because it only reads.
-- Cost  O(line), but a byte a number: a million guests are one megabyte. It must be one call, as
--       facts are no good to a view that is half before and half after them.
return {
  line.id or '0-0', now,
  redis.call('HGETALL', K.line), redis.call('HGETALL', K.event),
  redis.call('GETRANGE', K.place, 0, num('issued')),
  redis.call('HGETALL', K.admission), redis.call('HGETALL', K.moved),
}
