-- line_bar: guests of the deny list, as the sale store has them; their places end.
-- KEYS  the line's
-- ARGV  now, 1 to bar them or 0 to let them come again, guests (16 bytes each, 1,000 at most)
-- Returns {"ok", stream id}. While a lobby is drawn, places stay as they are.
-- Idempotent because a place ends once and a set holds a guest once.
-- Cost  O(guests log(line)).
local bar, drawing = ARGV[2] == '1', num('drawing') == 1
for from = 1, #ARGV[3], 16 do
  local guest = string.sub(ARGV[3], from, from + 15)
  local number = bar and not drawing and number_of(guest)
  if number then place_ended(number, REVOKED) end
  sset(K.barred, guest, bar)
end
return {'ok', commit()}
