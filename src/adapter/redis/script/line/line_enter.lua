-- line_enter: a batch of guests joins, comes back, or asks for its numbers again.
-- KEYS  the line's
-- ARGV  now, guests (16 bytes each, 1,000 at most), then five arguments for each guest who presents
--       anything:
--         index of the guest, from 1
--         number of the presented queue token, 0 for none
--         proof of eligibility, checked before: "" none; "c" .. phases whose claim the guest
--         satisfies, each followed by "\n"; "k" .. code .. phase for a code that the sale store has
--         spent on this guest; "u" .. phase for an unknown code; "x" .. phase for a used-up code
--         last standing of the number that the caller knew (Standing), 0 if unknown
--         1 if the guest wants its earlier place only, not a new one
-- Returns {"ok", stream id, then for each guest its number or a word: unknown_event, not_open_yet,
--         closed, sold_out, joins_stopped, line_full, not_eligible, code_unknown, code_used_up,
--         barred, unavailable}. unavailable: nothing was done, because no numbers are left
--         (line_block), the lobby is being drawn, or the phase has changed since the proof was
--         checked.
--         A guest who asks for a place that has ended gets its number; the views know how it ended.
-- Idempotent because a guest has one place: a second call returns the same number.
-- Cost  O(guests * log(line)).
--
-- A guest is admitted at once if a slot is free and nobody is ahead, provided that a scheduler is
-- running.
local fresh = {}

-- Guests who get a new number. Their numbers are consecutive, and they are most of the load of a
-- busy line. Their facts and records are therefore written as one run.
local newcomers, told = {}, 0
local JOINED = char(11) .. EVENT

-- Must be called before any other fact is recorded.
local function tell_newcomers()
  if told == #newcomers then return end
  raw_fact(JOINED .. table.concat(newcomers, JOINED, told + 1))
  told = #newcomers
end

local function find_phase()
  if num('phase') > 0 then return phases[num('phase')] end
  if num('lifecycle') == LOBBY then return phases[1] end
  return phases[num('last_phase') + 1]
end

-- Returns nil, or the reason why the guest may not enter the current or next phase.
local function prove(guest, proof)
  if #phases == 0 then return nil end
  local phase = find_phase()
  if not phase then return 'closed' end
  if is_allowed(phase, guest) then return nil end
  local kind = string.sub(proof, 1, 1)
  if phase.who == BY_CLAIM and kind == 'c' and
      string.find('\n' .. string.sub(proof, 2), '\n' .. phase.id .. '\n', 1, true) then
    tell_newcomers()
    fact(23, text(phase.id) .. guest)
    allow(phase, guest, true)
    return nil
  end
  if phase.who ~= BY_CODE or not (kind == 'k' or kind == 'u' or kind == 'x') then
    return 'not_eligible'
  end
  if string.sub(proof, kind == 'k' and 34 or 2) ~= phase.id then return 'unavailable' end
  if kind == 'u' then return 'code_unknown' end
  if kind == 'x' then return 'code_used_up' end
  tell_newcomers()
  fact(22, text(phase.id) .. string.sub(proof, 2, 33) .. guest)
  allow(phase, guest, true)
  return nil
end

local keeping = redis.call('ZCARD', K.queue) + redis.call('ZCARD', K.away)
local issued, line_max = num('issued'), num('line_max')
local first_new = issued + 1
local epoch_from = num('epoch_from')

local function take_place(guest, number)
  set_standing(number, WAITING)
  set_guest(number, guest)
  zset(K.queue, guest, number)
  mark_seen(number)
  keeping = keeping + 1
  fresh[#fresh + 1] = number
  return number
end

local function closed_door()
  -- Redis has lost the line: line_set will be called again.
  if not line.event then return 'unknown_event' end
  local lifecycle = num('lifecycle')
  if lifecycle == DRAFT then return 'not_open_yet' end
  if lifecycle == CLOSED or lifecycle == ARCHIVED then return 'closed' end
  return nil
end

local function no_joins()
  if num('sold_out') == 1 then return 'sold_out' end
  if num('joins_stopped') == 1 then return 'joins_stopped' end
  return nil
end

-- Returns true if an earlier server may have issued the number and lost it, and no end of it is
-- known. A guest with the token of such a number gets the place back. Tokens are signed, so they
-- contain only numbers that were issued.
local function may_be_lost(number)
  return number < epoch_from and number > num('drawn') and num('drawing') == 0 and
    standing_of(number) == NONE
end

local restored = 0
local function restore(guest, number, proof, was)
  tell_newcomers()
  fact(30, guest .. varint(number))
  look_from(number)
  take_place(guest, number)
  prove(guest, proof)
  restored = restored + 1
  if was == ADMITTED then admit_again(number) end
  return number
end

-- Restores the end of a place that had ended before it was lost. The same call may give the guest a
-- new place, so the guest's current state is not changed.
local function end_again(guest, number, reason)
  tell_newcomers()
  fact(30, guest .. varint(number))
  fact(18, varint(number) .. char(reason))
  set_standing(number, FIRST_END + reason)
  patch_number(K.guests, number, guest)
end

-- Returns true if a known visit of the guest has a purchase. Such a guest counts as completed.
local function has_bought(guest)
  local flat = redis.call('HGETALL', 'visit:' .. TAG .. ':' .. guest)
  for i = 2, #flat, 2 do
    if cmsgpack.unpack(flat[i]).bought > 0 then return true end
  end
  return false
end

-- The reason why a lost place must not be restored; nil if it may be.
local function known_end(guest, was)
  if was >= FIRST_END then return was - FIRST_END end
  if was == NONE and has_bought(guest) then return COMPLETED end
  return nil
end

local bars = redis.call('EXISTS', K.barred) == 1
local function is_barred(guest)
  return bars and redis.call('SISMEMBER', K.barred, guest) == 1
end

-- The last number that this process may issue at the moment.
local last_number
local function numbers_end()
  if not last_number then
    local may = line.run == run_id() and num('drawing') == 0
    last_number = may and num('block_end') or 0
  end
  return last_number
end

local refused_door, refused_join = closed_door(), no_joins()
local function new_place(guest, asked)
  local shown, proof = asked.number, asked.proof
  if refused_door then return refused_door end
  if shown > 0 and may_be_lost(shown) then
    if is_barred(guest) then return 'barred' end
    local reason = known_end(guest, asked.was)
    if not reason then return restore(guest, shown, proof, asked.was) end
    end_again(guest, shown, reason)
  end
  if asked.only and standing_of(shown) >= FIRST_END then return shown end
  if refused_join then return refused_join end
  if is_barred(guest) then return 'barred' end
  if keeping >= line_max then return 'line_full' end
  if issued >= numbers_end() then return 'unavailable' end
  local refused = prove(guest, proof)
  if refused then return refused end
  issued = issued + 1
  keeping = keeping + 1
  newcomers[issued - first_new + 1] = guest
  number_of_guest[guest] = issued
  return issued
end

local function enter(guest, asked)
  local number, proof = number_of(guest), asked.proof
  if not number then return new_place(guest, asked) end
  if number >= first_new then return number end  -- The guest is twice in this batch.
  local standing = standing_of(number)
  if standing ~= ADMITTED then
    -- A guest of an earlier phase may prove its eligibility for this one. The place stays in any
    -- case.
    prove(guest, proof)
    if standing == WAITING then look_from(place_of(number)) end
  end
  if standing == AWAY or standing == LEAVING or standing == MISSED then
    tell_newcomers()
    came_back(number)
    fresh[#fresh + 1] = number
  end
  mark_seen(number)
  return number
end

local guests, asked_by = {}, {}
local NOTHING = {number = 0, proof = '', was = NONE, only = false}
for at = 1, #ARGV[2], 16 do guests[#guests + 1] = string.sub(ARGV[2], at, at + 15) end
for i = 3, #ARGV, 5 do
  asked_by[tonumber(ARGV[i])] = {
    number = tonumber(ARGV[i + 1]), proof = ARGV[i + 2], was = tonumber(ARGV[i + 3]),
    only = ARGV[i + 4] == '1',
  }
end
find_numbers(guests)
local answer = {'ok', ''}
for i = 1, #guests do answer[i + 2] = enter(guests[i], asked_by[i] or NOTHING) end
tell_newcomers()
places_came_back(restored)

-- Writes for all newcomers what take_place writes for one guest.
local function write_newcomers()
  local count, scores, numbers = #newcomers, {}, {}
  if count == 0 then return end
  for i = 1, count do
    local guest, number = newcomers[i], string.format('%d', first_new + i - 1)
    scores[2 * i - 1], scores[2 * i] = number, guest
    numbers[2 * i - 1], numbers[2 * i] = guest, number
  end
  call_many('ZADD', K.queue, scores)
  call_many('HSET', K.number, numbers)
  write_numbers(K.place, 1, first_new, string.rep(char(WAITING), count))
  write_numbers(K.guests, 16, first_new, table.concat(newcomers))
  write_numbers(K.seen, 4, first_new, string.rep(SEEN_NOW, count))
end

local function remember_newcomers()
  for i = 1, #newcomers do
    local number = first_new + i - 1
    standings[number], guest_of_number[number] = WAITING, newcomers[i]
    fresh[#fresh + 1] = number
  end
end
if issued > num('issued') then
  set_line('issued', issued)
  make_room(first_new, issued)
end
if #facts > 0 and redis.call('EXISTS', K.lock) == 1 then
  remember_newcomers()
  admit(ADMIT_MAX, fresh)
end
answer[2] = commit(write_newcomers)
return answer
