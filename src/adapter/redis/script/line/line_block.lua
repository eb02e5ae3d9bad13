-- line_block: adds a block of numbers that the sale store has assigned to this line permanently.
-- KEYS  the line's
-- ARGV  now, first and last number of the block, time in ms that admission waits for lost places
--       (missing: no wait)
-- Returns {"ok" | "seen", stream id, epoch}.
-- Idempotent because a block that does not lie after the last one is skipped.
-- Cost  O(1): numbers take memory when they are issued.
--
-- A block belongs to the server process that took it (its run id). Another process, after a
-- failover or a restart, may not know which number was issued last. It therefore discards the
-- rest of the block. Numbers below its own first block are unknown to it and may have been lost.
local first, last = tonumber(ARGV[2]), tonumber(ARGV[3])
if first <= num('block_end') or last < first then
  return {'seen', line.id or '0-0', num('epoch')}
end
local run = run_id()
if line.run ~= run then
  set_line('run', run)
  set_line('epoch', num('epoch') + 1)
  set_line('epoch_from', first)
  if num('issued') == 0 and first > 1 then wait_for_places(tonumber(ARGV[4]) or 0) end
end
if first ~= num('block_end') + 1 or num('epoch_from') == first then
  if first - 1 > num('issued') then
    fact(24, varint(first - 1))
    set_line('issued', first - 1)
    skip_to(first)
  end
end
set_line('block_end', last)
return {'ok', commit(), num('epoch')}
