-- line_bar: bars or unbars guests, as decided in the sale store. Places of barred guests end.
-- KEYS  the line's
-- ARGV  now, 1 to bar or 0 to unbar, guests (16 bytes each, 1,000 at most)
-- Returns {"ok", stream id}. During the draw of a lobby no place ends.
-- Idempotent because a place ends once and a set contains a guest once.
-- Cost  O(guests log(line)).
local bar, drawing = ARGV[2] == '1', num('drawing') == 1
for from = 1, #ARGV[3], 16 do
  local guest = string.sub(ARGV[3], from, from + 15)
  local number = bar and not drawing and number_of(guest)
  if number then place_ended(number, REVOKED) end
  sset(K.barred, guest, bar)
end
return {'ok', commit()}
