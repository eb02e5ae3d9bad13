-- line_set: applies a change by an operator or the calendar that the sale store has decided.
-- KEYS  the line's
-- ARGV  now, change (its number in the sale store's order), facts (bytes), then pairs: a field of
--       line:{E} and its value, or one of
--         freeze 1|0        stops all deadlines from now on, or starts them again
--         later ms          moves every deadline by this time
--         resumed ms        the same, unless deadlines are frozen
--         moves             "change ms\n" for each earlier `later`, and "change ms down\n" for each
--                           time in which the payment process was down; applied changes are skipped
--         settings, levers  bytes, stored for views that read the line again
-- Returns {"ok" | "seen", stream id}.
-- Idempotent because a change not above the last one applied is skipped.
-- Cost  O(pairs).
local change = tonumber(ARGV[2])
if change <= num('applied') then return {'seen', line.id or '0-0'} end

local function fall_behind(ms) set_line('behind', num('behind') + ms) end
local verbs = {
  freeze = function(on)
    if on == '1' and not frozen() then
      set_line('frozen_at', now)
    elseif on == '0' and frozen() then
      fall_behind(now - num('frozen_at'))
      set_line('frozen_at', '')
    end
  end,
  later = function(ms) fall_behind(tonumber(ms)) end,
  -- The payment process sends it after its start. Time that an operator has added is given in
  -- addition to that of the absence.
  moves = function(list)
    for number, ms, why in string.gmatch(list, '(%d+) (%-?%d+) ?(%a*)\n') do
      if tonumber(number) > num('applied') then
        fall_behind(tonumber(ms))
        if why == 'down' then payment_is_back() end
      end
    end
  end,
  resumed = function(ms)
    if not frozen() then fall_behind(tonumber(ms)) end
    payment_is_back()
  end,
  settings = function(bytes) hset(K.event, 'settings', bytes) end,
  levers = function(bytes) hset(K.event, 'levers', bytes) end,
}
for i = 4, #ARGV, 2 do
  local name, value = ARGV[i], ARGV[i + 1]
  if verbs[name] then verbs[name](value) else set_line(name, value) end
end
set_line('applied', change)
-- The phase or the list of phases may have changed: every guest must be looked at again.
set_line('skip', 0)
if ARGV[3] ~= '' then raw_fact(ARGV[3]) end
return {'ok', commit()}
