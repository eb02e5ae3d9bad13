-- line_payment: reports that the payment process is absent or back. While it is absent, neither
-- holds nor admissions kept by them end (hold_time in prelude.lua).
-- KEYS  the line's
-- ARGV  now, then "gone" and for how long (ms), or "back" and for how long (ms)
-- Returns {"ok", stream id, ms by which every deadline was moved}, or {"unknown_event", stream id, 0}.
-- Idempotent because only the first "gone" and the first "back" of an absence change anything.
-- Cost  O(1).
--
-- A payment process that was started again gives the time back itself (line_set: moves, resumed).
-- In that case this script has no effect. A process that was only disconnected from Redis does not
-- give the time back, so this script does.
local word, for_ms = ARGV[2], tonumber(ARGV[3])
if not line.event then return {'unknown_event', line.id or '0-0', 0} end
local since, gone_at, given = now - for_ms, num('payment_gone_at'), 0
if word == 'gone' and gone_at == 0 then
  set_line('payment_gone_at', math.max(since, num('payment_back_at')))
elseif word == 'back' and gone_at > 0 and since >= gone_at then
  local gap = math.min(since - gone_at, PAYMENT_GONE_MAX_MS)
  payment_is_back()
  if gap >= GAP_MS and not frozen() then
    fact(8, zigzag(gap))
    set_line('behind', num('behind') + gap)
    given = gap
  end
end
return {'ok', commit(), given}
