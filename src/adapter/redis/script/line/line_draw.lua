-- line_draw: assigns drawn places to a part of the lobby. Nobody is admitted from a lobby, so the
-- parts may follow one after the other. line_set then opens the sale and marks it as drawn.
-- KEYS  the line's
-- ARGV  now, first place of the part, its numbers in the order of their places (4 bytes each,
--       little-endian; 2,000 at most)
-- Returns {"ok" | "stale", stream id}. stale: no draw is in progress.
-- Idempotent because the members determine the order: a repetition gives the same result.
-- Cost  O(numbers * log(line)).
local first, numbers = tonumber(ARGV[2]), ARGV[3]
if num('drawing') == 0 then return {'stale', line.id or '0-0'} end
for from = 1, #numbers, 4 do
  local number, place = struct.unpack('<I4', numbers, from), first + (from - 1) / 4
  zset(standing_of(number) == WAITING and K.queue or K.away, guest_of(number), place)
end
return {'ok', commit()}
