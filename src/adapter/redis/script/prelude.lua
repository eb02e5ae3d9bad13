#!lua
-- Precedes every script of an event. It reads the time and the line, and stages the changes that
-- the script decides. commit() writes them together with the facts for the views. records.lua and
-- places.lua follow, then phases.lua for line scripts or halls.lua for hall scripts.
--
-- KEYS, the same for every script and in this order; a hall's own keys follow from LINE_KEYS + 1.
-- {E} is the event's number in decimal. guest: 16 raw bytes; place, number: as in the C++ domain.
--   1 line:{E}       hash: applied rules, clock, bucket, block of numbers, fence (names below)
--   2 facts:{E}      stream: t = time in ms, f = facts in the journal's format, concatenated,
--                    p = id of the previous entry, by which a view detects a gap
--   3 place:{E}      string: one byte per number, its standing (where: records.lua)
--   4 guests:{E}     string: 16 bytes per number, its guest
--   5 number:{E}     hash guest -> number, for guests who have a place or an admission
--   6 queue:{E}      zset guest, score = place: waiting and present, candidates for admission
--   7 away:{E}       zset guest, score = place: away or leaving; they keep their place
--   8 active:{E}     zset guest, score = deadline of its claim or admission; inf while it pays
--   9 admission:{E}  hash number -> "attempt claimed keep deadline claim_by extensions own_end":
--                    the ledger; rows of older versions lack the last field or the last two
--  10 leaving:{E}    zset number, score = when its leaving is final
--  11 recalled:{E}   zset number, score = the order in which they came back
--  12 queue:seen:{E} string: 4 bytes per number, when it was last seen, in seconds
--  13 moved:{E}      hash number -> guest: places that were moved to another device
--  14 barred:{E}     set of guests
--  15 allowed:{E}    set of phase .. "\0" .. guest: who may enter a restricted phase
--  16 offers:{E}     zset code, score = when it expires     (code: SHA-256, 32 raw bytes)
--  17 offer:{E}      hash code -> number .. ":" .. taker, and number -> its code
--  18 gone:{E}       zset guest, score = admission: ended with held seats; seat_sweep frees them
--  19 admission:lock:{E}  string "owner fence": the scheduler that admits
--  20 event:{E}      hash: settings, levers, fact:settings, fact:levers, fact:terms in the
--                    journal's format, for views that read the line again
-- A key that is not in KEYS, in the same slot: entry:{E}:<guest>, the id of the guest's admission,
-- for clients that ask Redis directly. No decision depends on it; its TTL is a day longer than the
-- admission.
-- All times are line time (ADR 4), except at, frozen_at, bucket_at, beat, payment_gone_at,
-- payment_back_at, wait_until and wait_end of line:{E}, t of the stream and the expiry of codes.
--
-- ARGV[1] is the time in ms; 0 means the server's own time. Only tests set another.
--
-- A script first reads and decides, then calls commit() once. Before that nothing is written, so an
-- error, or a slot that is moving to another node, cannot leave a change half done.
local LINE_KEYS = 20
local K = {
  line = KEYS[1], facts = KEYS[2], place = KEYS[3], guests = KEYS[4], number = KEYS[5],
  queue = KEYS[6], away = KEYS[7], active = KEYS[8], admission = KEYS[9], leaving = KEYS[10],
  recalled = KEYS[11], seen = KEYS[12], moved = KEYS[13], barred = KEYS[14], allowed = KEYS[15],
  offers = KEYS[16], offer = KEYS[17], gone = KEYS[18], lock = KEYS[19], event = KEYS[20],
}
local TAG = string.match(K.line, '{.*}')

local FACTS_KEPT = 32768      -- Length of the stream: about half a minute of a busy line.
-- Maximum number of arguments of one command, a multiple of four. Lua's stack holds 8,000 values.
local ARGS_MAX = 4000
local ENTRY_SLACK_MS = 86400000
local LEAVE_GRACE_MS = 60000

-- enum Standing and enum EndReason of the C++ domain. The standing after an end is FIRST_END +
-- reason.
local NONE, WAITING, AWAY, LEAVING, ADMITTED, MISSED, RECALLED = 0, 1, 2, 3, 4, 5, 6
local LEFT, SILENT, ADMISSION_ENDED, COMPLETED, REVOKED = 0, 1, 2, 3, 4
local FIRST_END = 7
local function is_live(standing) return standing > NONE and standing < FIRST_END end

-- The line -----------------------------------------------------------------------------------

-- Fields of line:{E}. Rules: max_active, admit_per_second, admission_ttl, claim_within,
-- active_away_after, extension, extensions, away_after, forget_after, line_max, identity, phases
-- ("who id\n" each). State: event, applied (last change of line_set), version, lifecycle, phase,
-- last_phase (0: none, else 1 + index), joins_stopped, admission_stopped, sold_out, brake.
-- Clock: at (time of the last fact), behind, frozen_at, beat (when a script last ran, to a second,
-- on the server's clock; set from the first line_sweep on), payment_gone_at (since when the payment
-- process is absent; 0: it is there), payment_back_at (when the time of an absence was last given
-- back). Stream: id of the last entry. Bucket:
-- bucket_level, bucket_at. Numbers: issued, block_end, epoch, epoch_from, run, pages (records.lua).
-- Admission: fence, admissions and no_shows (totals), recalls, skip (there is no candidate up to
-- this place), drawn (numbers up to it have a drawn place; missing before a draw), draw_root (of
-- the draw), commitment (to its secret), drawing (1: members are frozen), sweep (next number to
-- look at).
-- Restoring lost places (phases.lua): wait_until and wait_end (server time), wait_grace, restored
-- (number of places restored), wait_second, wait_count and wait_peak (places restored in one
-- second).
local line = {}
do
  local flat = redis.call('HGETALL', K.line)
  for i = 1, #flat, 2 do line[flat[i]] = flat[i + 1] end
end
local function num(field) return tonumber(line[field]) or 0 end

local function server_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
-- Never goes back, even after a failover to a server whose clock is behind.
local now = tonumber(ARGV[1])
now = math.max(now > 0 and now or server_ms(), num('at'))

-- Changes with every start of a server and with every failover.
local function run_id() return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') end

local function frozen() return (line.frozen_at or '') ~= '' end
local function line_time() return (frozen() and num('frozen_at') or now) - num('behind') end

-- The line time with which the deadlines of holds are compared. It stands still while nobody can
-- pay: the payment process is absent (line_payment.lua). When it is back, every deadline is moved
-- by this time. The limit is that of the time given back (store_ports.cpp).
local PAYMENT_GONE_MAX_MS = 600000
local function hold_time()
  local gone_at = num('payment_gone_at')
  if gone_at == 0 or now - gone_at >= PAYMENT_GONE_MAX_MS then return line_time() end
  return math.min(line_time(), gone_at - num('behind'))
end

-- Facts --------------------------------------------------------------------------------------

local char = string.char
local function varint(n)
  local bytes = ''
  while n > 127 do
    bytes = bytes .. char(n % 128 + 128)
    n = math.floor(n / 128)
  end
  return bytes .. char(n)
end
local function zigzag(n) return varint(n < 0 and -2 * n - 1 or 2 * n) end
local function text(s) return varint(#s) .. s end

local EVENT = varint(num('event'))
local facts = {}
-- A fact of the line: tag as in docs/format/journal.md, fields packed by the caller.
local function fact(tag, fields) facts[#facts + 1] = char(tag) .. EVENT .. (fields or '') end
-- Any other fact, already encoded.
local function raw_fact(bytes) facts[#facts + 1] = bytes end

-- Staged writes ------------------------------------------------------------------------------

local staged = {z = {}, h = {}, s = {}}
local strings, patches, fields = {}, {}, {}

local function stage(kind, key, member, value)
  local of = staged[kind]
  -- 12 and "12" are the same member.
  if type(member) == 'number' then member = tostring(member) end
  of[key] = of[key] or {}
  of[key][member] = value
end
-- The value false removes the member. The last call for a member wins.
local function zset(key, member, score) stage('z', key, member, score) end
local function hset(key, field, value) stage('h', key, field, value) end
local function sset(key, member, is) stage('s', key, member, is) end
-- A string key; false deletes it.
local function str(key, value, ttl_ms) strings[key] = value and {value, ttl_ms} or false end
-- Writes record `index` of a string of fixed-size records. All records have the size of `bytes`.
local function patch(key, index, bytes)
  local of = patches[key]
  if not of then
    of = {records = {}, order = {}, last = -1, sorted = true}
    patches[key] = of
  end
  if not of.records[index] then
    of.order[#of.order + 1] = index
    of.sorted = of.sorted and index > of.last
    of.last = index
  end
  of.records[index] = bytes
end
local function set_line(field, value)
  line[field] = tostring(value)
  fields[field] = value
end

-- Downtime does not shorten deadlines. If no script has run for GAP_MS (the server was down, or
-- another one took over, perhaps with a different clock), the first script moves every deadline by
-- the gap before it reads any.
local GAP_MS = 5000
local tells_time = tonumber(ARGV[1]) == 0
if tells_time and line.beat and now - num('beat') >= GAP_MS then
  local gap = now - num('beat')
  fact(8, zigzag(gap))
  if not frozen() then set_line('behind', num('behind') + gap) end
  -- This time is given back now, not once more with the absence of the payment process.
  if num('payment_gone_at') > 0 then set_line('payment_gone_at', num('payment_gone_at') + gap) end
  set_line('beat', now)
end

-- The time of the payment process's absence has been given back.
local function payment_is_back()
  if num('payment_gone_at') > 0 then set_line('payment_gone_at', 0) end
  set_line('payment_back_at', now)
end

local PUT = {z = 'ZADD', h = 'HSET', s = 'SADD'}
local DROP = {z = 'ZREM', h = 'HDEL', s = 'SREM'}

local function call_many(command, key, args)
  for from = 1, #args, ARGS_MAX do
    redis.call(command, key, unpack(args, from, math.min(#args, from + ARGS_MAX - 1)))
  end
end

local function write_members(kind, key, members)
  local put, drop = {}, {}
  for member, value in pairs(members) do
    if value == false then
      drop[#drop + 1] = member
    elseif kind == 's' then
      put[#put + 1] = member
    else
      put[#put + 1] = kind == 'z' and value or member
      put[#put + 1] = kind == 'z' and member or value
    end
  end
  call_many(PUT[kind], key, put)
  call_many(DROP[kind], key, drop)
end

-- Records that are close together are read and written, with the gaps between them, by one command.
local CLOSE = 16  -- Maximum average distance.

-- Consecutive records are written by one command: a batch of joins is one run.
local function write_run(key, of, from, to)
  local run = {}
  for i = from, to do run[#run + 1] = of.records[of.order[i]] end
  redis.call('SETRANGE', key, of.order[from] * #run[1], table.concat(run))
end

local function write_close(key, of)
  local order, size = of.order, #of.records[of.order[1]]
  local first, last = order[1], order[#order]
  local old = redis.call('GETRANGE', key, first * size, (last + 1) * size - 1)
  old = old .. string.rep('\0', (last + 1 - first) * size - #old)
  local parts, next_one = {}, first
  for _, index in ipairs(order) do
    if index > next_one then
      parts[#parts + 1] = string.sub(old, (next_one - first) * size + 1, (index - first) * size)
    end
    parts[#parts + 1] = of.records[index]
    next_one = index + 1
  end
  redis.call('SETRANGE', key, first * size, table.concat(parts))
end

-- For short records that are far apart: one BITFIELD writes many.
local INTEGER = {[1] = 'u8', [4] = 'u32'}
local function write_scattered(key, of)
  local args = {}
  for _, index in ipairs(of.order) do
    local bytes, at = of.records[index], #args
    args[at + 1], args[at + 2], args[at + 3] = 'SET', INTEGER[#bytes], '#' .. index
    args[at + 4] = #bytes == 1 and string.byte(bytes) or
      string.format('%.0f', (struct.unpack('>I4', bytes)))
  end
  call_many('BITFIELD', key, args)
end

local function write_records(key, of)
  local order, from = of.order, 1
  if not of.sorted then table.sort(order) end
  if order[#order] - order[1] == #order - 1 then return write_run(key, of, 1, #order) end
  if order[#order] - order[1] < CLOSE * #order then return write_close(key, of) end
  if INTEGER[#of.records[order[1]]] then return write_scattered(key, of) end
  for i = 1, #order do
    if order[i + 1] ~= order[i] + 1 then
      write_run(key, of, from, i)
      from = i + 1
    end
  end
end

local function write_strings()
  local keys = {}
  for key in pairs(strings) do keys[#keys + 1] = key end
  -- These keys are not in KEYS. Reading them before the first write makes the script fail here if
  -- the slot is moving.
  for from = 1, #keys, ARGS_MAX do
    redis.call('EXISTS', unpack(keys, from, math.min(#keys, from + ARGS_MAX - 1)))
  end
  for key, value in pairs(strings) do
    if not value then
      redis.call('DEL', key)
    elseif value[2] then
      redis.call('SET', key, value[1], 'PX', math.max(1, value[2]))
    else
      redis.call('SET', key, value[1])
    end
  end
end

-- Writes everything. Returns the id of the stream's last entry; a node's view must have applied it
-- before the caller is answered.
local function commit(write_more)
  if tells_time and line.beat and now - num('beat') >= 1000 then set_line('beat', now) end
  write_strings()
  if write_more then write_more() end
  for kind, keys in pairs(staged) do
    for key, members in pairs(keys) do write_members(kind, key, members) end
  end
  for key, of in pairs(patches) do write_records(key, of) end
  if #facts > 0 then
    set_line('at', now)
    set_line('id', redis.call('XADD', K.facts, 'MAXLEN', '~', FACTS_KEPT, '*',
      't', now, 'f', table.concat(facts), 'p', line.id or '0-0'))
  end
  local args = {}
  for field, value in pairs(fields) do
    args[#args + 1] = field
    args[#args + 1] = value
  end
  call_many('HSET', K.line, args)
  return line.id or '0-0'
end
