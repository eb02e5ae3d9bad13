-- seat_pay: the guest starts to pay for its hold. The hold's deadline stops, and the admission is
-- pinned.
-- KEYS  the line's, the hall's
-- ARGV  now, guest, admission id
-- Returns {"ok", stream id, deadline of the hold, hold_time() now, then seat and fence of each}, or
--       {word, stream id}: unknown_performance, not_open, no_admission, no_hold, time_over.
-- Idempotent because a hold that is already being paid gets the same answer, without a fact.
-- Cost  O(seats).
local guest, admission = ARGV[2], tonumber(ARGV[3])
local h, nowhere = scene(guest, admission)
if not h then return refused(nowhere) end
local v = look_visit(h, guest)
if v.state == NO_HOLD then return refused('no_hold') end
-- The sweep may be late, but the deadline holds exactly.
if v.state == HELD and v.deadline <= hold_now then return refused('time_over') end
if v.state == HELD then paying_started(h, guest) end
local answer = {'ok', commit_halls(), v.deadline, hold_now}
for _, seat in ipairs(v.seats) do
  answer[#answer + 1], answer[#answer + 2] = seat, h.seat[seat].fence
end
return answer
