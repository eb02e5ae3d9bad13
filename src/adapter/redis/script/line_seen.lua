-- line_seen: signs of life. Who was away, or had missed its turn, is back.
-- KEYS  the line's
-- ARGV  now, covers (ms for which these guests will not be told of again), numbers (4 bytes each,
--       little-endian; 1,000 at most)
-- Returns {"ok", stream id}.
-- Idempotent because the last sign of life counts.
-- Cost  O(numbers), two commands each.
local mark, numbers = seen_mark(tonumber(ARGV[2])), ARGV[3]
for from = 1, #numbers, 4 do
  local number = struct.unpack('<I4', numbers, from)
  local standing = standing_of(number)
  if is_live(standing) then
    mark_seen(number, mark)
    -- Leaving is undone only by entering again.
    if standing == AWAY or standing == MISSED then came_back(number) end
  end
end
return {'ok', commit()}
