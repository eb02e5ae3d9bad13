-- line_seen: signs of life. Who was away, or had missed its turn, is back.
-- KEYS  the line's
-- ARGV  now, covers (ms for which these guests will not be told of again), numbers (4 bytes each,
--       little-endian; 4,000 at most, best in order)
-- Returns {"ok", stream id}.
-- Idempotent because the last sign of life counts.
-- Cost  O(numbers), with a few commands for all of them.
local mark, numbers = seen_mark(tonumber(ARGV[2])), {}
for from = 1, #ARGV[3], 4 do numbers[#numbers + 1] = struct.unpack('<I4', ARGV[3], from) end
find_standings(numbers)
for _, number in ipairs(numbers) do
  local standing = standing_of(number)
  if is_live(standing) then
    mark_seen(number, mark)
    -- Leaving is undone only by entering again.
    if standing == AWAY or standing == MISSED then came_back(number) end
  end
end
return {'ok', commit()}
