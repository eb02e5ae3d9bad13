-- line_members: the members of a lobby's draw, one page at a time. After line_drawing nobody joins
-- and no place ends, so the pages are consistent.
-- KEYS  the line's
-- ARGV  now, first number of the page, its size
-- Returns {last number issued, the page of place:{E}, the page of guests:{E}}, the pages without
--         numbers at their end that nobody has; members are the numbers that are waiting, away or
--         leaving.
-- Idempotent because it only reads.
-- Cost  O(page), 17 bytes per number.
local first = tonumber(ARGV[2])
local last = math.min(num('issued'), first + tonumber(ARGV[3]) - 1)
if last < first then return {num('issued'), '', ''} end
return {
  num('issued'), read_numbers(K.place, 1, first, last), read_numbers(K.guests, 16, first, last),
}
