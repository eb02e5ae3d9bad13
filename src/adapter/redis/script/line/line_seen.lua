-- line_seen: records presences. A guest who was away, or had missed its turn, is back.
-- KEYS  the line's
-- ARGV  now, covers (ms for which these presences stay valid without another report), numbers (4
--       bytes each, little-endian; 8,000 at most, preferably sorted)
-- Returns {"ok", stream id}.
-- Idempotent because only the last presence counts.
-- Cost  O(numbers), with a few commands for all of them.
local mark, numbers = seen_mark(tonumber(ARGV[2])), {}
for from = 1, #ARGV[3], 4 do numbers[#numbers + 1] = struct.unpack('<I4', ARGV[3], from) end
find_standings(numbers)
for _, number in ipairs(numbers) do
  local standing = standing_of(number)
  if is_live(standing) then
    mark_seen(number, mark)
    -- Only entering again undoes a leave.
    if standing == AWAY or standing == MISSED then came_back(number) end
  end
end
return {'ok', commit()}
