#!lua
-- lease_renew: renews a process's sign of life and its leases.
-- KEYS  1 process:{E}:<process>, then its leases lease:{E}:<perf>:<seat>, 1,000 at most
-- ARGV  process, ms for which it counts as alive, ttl in ms, then task and fence of each lease
-- Returns a word for each lease: "ok", or "lost": it has expired or has another holder, and the
--         work must stop.
-- Idempotent because it only sets the expiry.
-- Cost  O(leases).
redis.call('SET', KEYS[1], 1, 'PX', tonumber(ARGV[2]))
local words = {}
for i = 2, #KEYS do
  local mine = ARGV[2 * i + 1] .. ' ' .. ARGV[1] .. ' ' .. ARGV[2 * i]
  local held = redis.call('GET', KEYS[i]) == mine
  if held then redis.call('PEXPIRE', KEYS[i], tonumber(ARGV[3])) end
  words[#words + 1] = held and 'ok' or 'lost'
end
return words
