-- line_drawing: the members of a lobby stand still from now on: nobody joins and no place ends until
-- line_set tells the end of the draw.
-- KEYS  the line's
-- ARGV  now
-- Returns {"ok", stream id}, or {"drawn", stream id}: that is done, and nothing stands still.
-- Idempotent because members that stand still do so twice as well.
-- Cost  O(1).
if line.drawn then return {'drawn', line.id or '0-0'} end
set_line('drawing', 1)
return {'ok', commit()}
