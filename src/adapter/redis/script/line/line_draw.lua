-- line_draw: gives a part of the lobby its drawn places. Nobody is admitted from a lobby, so the
-- parts may come one after the other; line_set then opens the sale and says that it is drawn.
-- KEYS  the line's
-- ARGV  now, first place of the part, its numbers in the order of their places (4 bytes each,
--       little-endian; 2,000 at most)
-- Returns {"ok" | "stale", stream id}. stale: no draw is going on.
-- Idempotent because the order follows from the members: whoever does it again does the same.
-- Cost  O(numbers * log(line)).
local first, numbers = tonumber(ARGV[2]), ARGV[3]
if num('drawing') == 0 then return {'stale', line.id or '0-0'} end
for from = 1, #numbers, 4 do
  local number, place = struct.unpack('<I4', numbers, from), first + (from - 1) / 4
  zset(standing_of(number) == WAITING and K.queue or K.away, guest_of(number), place)
end
return {'ok', commit()}
