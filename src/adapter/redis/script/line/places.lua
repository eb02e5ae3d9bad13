-- The third part of the prelude: places, the ledger, and how decisions change them. Mirrors
-- PlaceBook, Ledger and Line::on of the C++ domain. The rules are in the scripts.

local standings, guest_of_number, number_of_guest, places = {}, {}, {}, {}

local function standing_of(number)
  if not standings[number] then
    standings[number] = string.byte(read_numbers(K.place, 1, number, number)) or NONE
  end
  return standings[number]
end

-- Reads many standings at once.
local function find_standings(numbers)
  if #numbers == 0 then return end
  local first, last = math.huge, 0
  for _, number in ipairs(numbers) do
    first, last = math.min(first, number), math.max(last, number)
  end
  if last - first < CLOSE * #numbers then
    local found = read_numbers(K.place, 1, first, last)
    for _, number in ipairs(numbers) do
      standings[number] = string.byte(found, number - first + 1) or NONE
    end
    return
  end
  for from = 1, #numbers, ARGS_MAX / 4 do
    local asked, of = {}, {}
    for i = from, math.min(#numbers, from + ARGS_MAX / 4 - 1) do
      local number, at = numbers[i], #asked
      local index = index_of(number)
      standings[number] = NONE
      if index then
        asked[at + 1], asked[at + 2], asked[at + 3] = 'GET', 'u8', '#' .. index
        of[#of + 1] = number
      end
    end
    local found = redis.call('BITFIELD_RO', K.place, unpack(asked))
    for i, number in ipairs(of) do standings[number] = found[i] end
  end
end

local function guest_of(number)
  if not guest_of_number[number] then
    guest_of_number[number] = read_numbers(K.guests, 16, number, number)
  end
  return guest_of_number[number]
end

-- Reads many numbers at once.
local function find_numbers(guests)
  if #guests == 0 then return end
  local numbers = redis.call('HMGET', K.number, unpack(guests))
  for i, guest in ipairs(guests) do number_of_guest[guest] = tonumber(numbers[i]) or false end
end

-- Returns false if the guest has no place.
local function number_of(guest)
  if number_of_guest[guest] == nil then
    number_of_guest[guest] = tonumber(redis.call('HGET', K.number, guest)) or false
  end
  return number_of_guest[guest]
end

-- Rounded up, so that no guest is considered silent for longer than it was.
local function seen_mark(covers_ms)
  return struct.pack('<I4', math.floor((line_time() + covers_ms + 999) / 1000))
end
local SEEN_NOW = seen_mark(0)
local function mark_seen(number, mark) patch_number(K.seen, number, mark or SEEN_NOW) end

local function set_standing(number, standing)
  standings[number] = standing
  patch_number(K.place, number, char(standing))
end

local function set_guest(number, guest)
  guest_of_number[number] = guest
  number_of_guest[guest] = number
  hset(K.number, guest, number)
  patch_number(K.guests, number, guest)
end

-- Only a drawn place differs from its number; it is the score in the guest's set. During a draw any
-- member may have its drawn place already.
-- REQUIRES: the number is waiting, away or leaving.
local function place_of(number)
  if number > num('drawn') and num('drawing') == 0 then return number end
  if not places[number] then
    local set = standing_of(number) == WAITING and K.queue or K.away
    places[number] = tonumber(redis.call('ZSCORE', set, guest_of(number)))
  end
  return places[number]
end

-- The next admission must scan from this place on.
local function look_from(place)
  if place <= num('skip') then set_line('skip', place - 1) end
end

-- Moves a live number to another standing and between the corresponding sets.
local function move(number, to)
  local from, guest = standing_of(number), guest_of(number)
  local keeps = to == WAITING or to == AWAY or to == LEAVING
  local place = keeps and place_of(number)
  if from == WAITING then zset(K.queue, guest, false) end
  if from == AWAY or from == LEAVING then zset(K.away, guest, false) end
  if from == LEAVING then zset(K.leaving, number, false) end
  if from == RECALLED then zset(K.recalled, number, false) end
  if to == WAITING then
    zset(K.queue, guest, place)
    look_from(place)
  end
  if to == AWAY or to == LEAVING then zset(K.away, guest, place) end
  if to == LEAVING then zset(K.leaving, number, line_time() + LEAVE_GRACE_MS) end
  if to == RECALLED then
    set_line('recalls', num('recalls') + 1)
    zset(K.recalled, number, num('recalls'))
  end
  set_standing(number, to)
end

-- The ledger ---------------------------------------------------------------------------------

-- keep: 0 none, 1 because of held seats, 2 because of a payment. own_end: the end without any hold,
-- as it was granted; the rules may have changed since. A row of an older version lacks it, and its
-- deadline is the own end or later.
local admissions = {}

local function admission_of(number)
  if admissions[number] == nil then
    local row = redis.call('HGET', K.admission, number)
    local admission = false
    if row then
      local attempt, claimed, keep, deadline, claim_by, extensions, own_end =
        string.match(row, '(%d+) (%d) (%d) (%d+) (%d+) ?(%d*) ?(%d*)')
      admission = {
        attempt = tonumber(attempt), claimed = claimed == '1', keep = tonumber(keep),
        deadline = tonumber(deadline), claim_by = tonumber(claim_by),
        extensions = tonumber(extensions) or 0,
        own_end = tonumber(own_end) or tonumber(deadline),
      }
    end
    admissions[number] = admission
  end
  return admissions[number]
end

local function admission_id(number, attempt) return number * 256 + attempt end

-- The admission with this id if it is live.
local function live_admission(id)
  local admission = admission_of(math.floor(id / 256))
  return admission and admission.attempt == id % 256 and admission or false
end

local function entry_key(guest) return 'entry:' .. TAG .. ':' .. guest end

local function save_admission(number)
  local a, guest = admissions[number], guest_of(number)
  local due = a.claimed and a.deadline or math.min(a.deadline, a.claim_by)
  local row = string.format('%d %d %d %.0f %.0f %d %.0f', a.attempt, a.claimed and 1 or 0, a.keep,
    a.deadline, a.claim_by, a.extensions, a.own_end)
  hset(K.admission, number, row)
  zset(K.active, guest, a.keep == 2 and 'inf' or due)
  str(entry_key(guest), admission_id(number, a.attempt),
    a.keep ~= 2 and a.deadline - line_time() + ENTRY_SLACK_MS or nil)
end

local function close_admission(number)
  local a, guest = admission_of(number), guest_of(number)
  if a.keep ~= 0 then zset(K.gone, guest, admission_id(number, a.attempt)) end
  admissions[number] = false
  hset(K.admission, number, false)
  zset(K.active, guest, false)
  str(entry_key(guest), false)
end

-- Decisions: each function records its fact and stages the resulting changes -----------------

local function came_back(number)
  fact(13, varint(number))
  move(number, standing_of(number) == MISSED and RECALLED or WAITING)
end

local function went_away(number)
  fact(12, varint(number))
  move(number, standing_of(number) == RECALLED and MISSED or AWAY)
end

local function left(number)
  fact(14, varint(number))
  move(number, LEAVING)
end

local function admitted(number)
  fact(15, varint(number))
  set_line('admissions', num('admissions') + 1)
  local again = standing_of(number) == RECALLED
  move(number, ADMITTED)
  local claim_within, ttl = num('claim_within'), num('admission_ttl')
  admissions[number] = {
    attempt = again and 2 or 1, claimed = claim_within == 0, keep = 0,
    deadline = line_time() + ttl,
    claim_by = line_time() + (claim_within == 0 and ttl or claim_within),
    extensions = 0,
    own_end = line_time() + ttl,
  }
  save_admission(number)
end

local function claimed(number)
  fact(16, varint(number))
  admissions[number].claimed = true
  save_admission(number)
end

local function claim_missed(number)
  fact(17, varint(number))
  set_line('no_shows', num('no_shows') + 1)
  close_admission(number)
  move(number, MISSED)
end

local function place_ended(number, reason)
  fact(18, varint(number) .. char(reason))
  local guest = guest_of(number)
  if standing_of(number) == ADMITTED then close_admission(number) end
  move(number, FIRST_END + reason)
  number_of_guest[guest] = false
  hset(K.number, guest, false)
end

-- Effects of buying on a guest's admission; for the hall scripts.
-- REQUIRES: admission_of(number).
local function deadline_set(number, deadline)
  fact(26, varint(number) .. zigzag(deadline))
  admissions[number].deadline = deadline
  save_admission(number)
end

local function admission_extended(number, deadline, extensions)
  fact(31, varint(number) .. zigzag(deadline) .. varint(extensions))
  local a = admissions[number]
  a.own_end = a.own_end + deadline - a.deadline
  a.deadline, a.extensions = deadline, extensions
  save_admission(number)
end

local function admission_kept(number, keep)
  fact(27, varint(number) .. char(keep))
  admissions[number].keep = keep
  save_admission(number)
end

local function sold_out_set(sold_out)
  fact(28, varint(sold_out and 1 or 0))
  set_line('sold_out', sold_out and 1 or 0)
end

-- Continuing on another device ---------------------------------------------------------------

-- Returns false if the place has moved to another guest.
local function belongs(number, guest)
  local holder = redis.call('HGET', K.moved, number)
  return not holder or holder == guest
end

-- A guest who has left must come back before the place can be moved.
local function can_move(standing) return is_live(standing) and standing ~= LEAVING end

local function is_buying(number)
  local admission = admission_of(number)
  return admission and admission.keep ~= 0
end

-- The code's place and taker; nil if the code has expired.
local function find_offer(code)
  local until_ms = tonumber(redis.call('ZSCORE', K.offers, code))
  local row = redis.call('HGET', K.offer, code)
  if not until_ms or until_ms <= now or not row then return nil end
  local number, taker = string.match(row, '^(%d+):(.*)$')
  return {number = tonumber(number), taker = taker}
end
