-- line_drawing: freezes the members of a lobby: nobody joins and no place ends until line_set
-- reports the end of the draw.
-- KEYS  the line's
-- ARGV  now
-- Returns {"ok", stream id}, or {"drawn", stream id}: the draw is done, and nothing is frozen.
-- Idempotent because it only sets a flag.
-- Cost  O(1).
if line.drawn then return {'drawn', line.id or '0-0'} end
set_line('drawing', 1)
return {'ok', commit()}
