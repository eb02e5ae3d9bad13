-- The fourth part of the prelude: who may enter and be admitted in which phase, and the admission
-- step. Mirrors EligibilityBook, AdmissionBucket, Line::next_in_line and decide_admissions.
local DRAFT, LOBBY, OPEN, PAUSED, CLOSED, ARCHIVED = 0, 1, 2, 3, 4, 5
local EVERYBODY, BY_LIST, BY_CODE, BY_CLAIM = 0, 1, 2, 3
-- Page size and number of pages that one step scans if not everybody may enter.
local SCAN_PAGE, SCAN_PAGES = 512, 16
-- Maximum number of guests admitted by one step.
local ADMIT_MAX = 1000

local phases = {}
for who, id in string.gmatch(line.phases or '', '(%d) ([^\n]+)\n') do
  phases[#phases + 1] = {who = tonumber(who), id = id}
end

local allowed_now = {}  -- Cache that includes changes staged by this call.
local function allowed_member(phase, guest) return phase.id .. '\0' .. guest end
local function is_allowed(phase, guest)
  if phase.who == EVERYBODY then return true end
  local member = allowed_member(phase, guest)
  if allowed_now[member] == nil then
    allowed_now[member] = redis.call('SISMEMBER', K.allowed, member) == 1
  end
  return allowed_now[member]
end
local function allow(phase, guest, is)
  local member = allowed_member(phase, guest)
  allowed_now[member] = is
  sset(K.allowed, member, is)
end

local function rate()
  local brake, per_second = num('brake'), num('admit_per_second')
  return brake == 0 and per_second or math.min(brake, per_second)
end

-- At most the amount of one second, in thousandths. A bucket unused for a second is full.
local function bucket_level()
  local full, since = 1000 * rate(), now - num('bucket_at')
  if not line.bucket_at or since >= 1000 then return full end
  return math.min(full, num('bucket_level') + since * rate())
end

local function admits_now()
  return num('lifecycle') == OPEN and num('admission_stopped') == 0 and num('sold_out') == 0 and
    (#phases == 0 or num('phase') > 0)
end

-- Places that come back ----------------------------------------------------------------------

-- A server that knows nothing of the numbers issued before has lost every place. Guests restore
-- them with their tokens. Without a wait, the first guest who asks would be admitted. Admission
-- therefore waits for a grace period from the loss and from the first restored place, and as long
-- as places are restored at more than a tenth of their peak rate. The total wait is limited.
local WAIT_GRACES_MAX = 4
local PACE_PART = 10

local function wait_for_places(grace_ms)
  if grace_ms <= 0 then return end
  set_line('wait_grace', grace_ms)
  set_line('wait_until', now + grace_ms)
  set_line('wait_end', now + WAIT_GRACES_MAX * grace_ms)
  set_line('restored', 0)
  set_line('wait_peak', 0)
end

-- Remaining wait in ms; 0: admission does not wait.
local function places_awaited() return math.max(0, num('wait_until') - now) end

local function places_came_back(count)
  if count == 0 or places_awaited() == 0 then return end
  local second = math.floor(now / 1000)
  local in_second = (num('wait_second') == second and num('wait_count') or 0) + count
  local peak, wait_until = math.max(num('wait_peak'), in_second), num('wait_until')
  if num('restored') == 0 then wait_until = math.max(wait_until, now + num('wait_grace')) end
  if in_second * PACE_PART > peak then wait_until = math.max(wait_until, now + 1000) end
  set_line('restored', num('restored') + count)
  set_line('wait_second', second)
  set_line('wait_count', in_second)
  set_line('wait_peak', peak)
  set_line('wait_until', math.min(wait_until, num('wait_end')))
end

-- Letting in ---------------------------------------------------------------------------------

-- Waiting guests in the order of their places, as {place, guest}; at most `count` who may enter. If
-- not everybody may enter: also the last place scanned, and whether there are guests behind it.
local function first_waiting(count, phase)
  local found = {}
  if not phase or phase.who == EVERYBODY then
    local flat = redis.call('ZRANGE', K.queue, 0, count - 1, 'WITHSCORES')
    for i = 1, #flat, 2 do found[#found + 1] = {tonumber(flat[i + 1]), flat[i]} end
    return found
  end
  local after = num('skip')
  for _ = 1, SCAN_PAGES do
    local flat = redis.call('ZRANGE', K.queue, '(' .. after, '+inf', 'BYSCORE',
      'LIMIT', 0, SCAN_PAGE, 'WITHSCORES')
    for i = 1, #flat, 2 do
      if #found == count then return found, after end
      after = tonumber(flat[i + 1])
      if is_allowed(phase, flat[i]) then found[#found + 1] = {after, flat[i]} end
    end
    if #flat < 2 * SCAN_PAGE then return found, after, false end
  end
  return found, after, true
end

-- Recalled guests in the order in which they came back, then waiting guests by place. Also returns
-- whether there are guests that were not scanned. `fresh`: numbers that this call made waiting or
-- recalled, and that are not yet written to Redis.
local function next_in_line(count, fresh)
  local phase, chosen = phases[num('phase')], {}
  local function may_enter(number)
    return not phase or is_allowed(phase, guest_of(number))
  end
  local recalled = redis.call('ZRANGE', K.recalled, 0, SCAN_PAGE * SCAN_PAGES - 1)
  for i = 1, #recalled do recalled[i] = tonumber(recalled[i]) end
  for _, number in ipairs(fresh) do
    if standing_of(number) == RECALLED then recalled[#recalled + 1] = number end
  end
  for _, number in ipairs(recalled) do
    if #chosen == count then return chosen, true end
    if may_enter(number) then chosen[#chosen + 1] = number end
  end
  local waiting, after, more = first_waiting(count - #chosen, phase)
  -- Skipped guests may not enter, and all others up to `after` are admitted now.
  if after and #fresh == 0 then set_line('skip', string.format('%.0f', after)) end
  for _, number in ipairs(fresh) do
    if standing_of(number) == WAITING and may_enter(number) then
      waiting[#waiting + 1] = {place_of(number), guest_of(number)}
    end
  end
  table.sort(waiting, function(a, b) return a[1] < b[1] end)
  local guests = {}
  for i = 1, math.min(#waiting, count - #chosen) do
    local guest = waiting[i][2]
    if number_of_guest[guest] == nil then guests[#guests + 1] = guest end
  end
  find_numbers(guests)
  for i = 1, math.min(#waiting, count - #chosen) do
    local number = number_of_guest[waiting[i][2]]
    guest_of_number[number] = waiting[i][2]
    standings[number] = standings[number] or WAITING
    places[number] = waiting[i][1]
    chosen[#chosen + 1] = number
  end
  return chosen, more
end

local let_in_again = 0  -- Number of guests readmitted by this call.
local function free_slots()
  return num('max_active') - redis.call('ZCARD', K.active) - let_in_again
end

-- A guest who was admitted before the data was lost is admitted again, before all others, if a slot
-- is free. The guest's seats are lost, so the admission starts with its full time.
local function admit_again(number)
  local lifecycle = num('lifecycle')
  if (lifecycle ~= OPEN and lifecycle ~= PAUSED) or free_slots() <= 0 then return end
  let_in_again = let_in_again + 1
  admitted(number)
end

-- Admits up to `limit` guests: never more than free slots, the bucket and the present guests allow.
-- The ledger is counted in this call, so a late or repeated call does no harm. Returns the number
-- of guests admitted, and the ms until the next admission is possible if nothing else changes, -1
-- for never.
local function admit(limit, fresh)
  local free = free_slots()
  local level = bucket_level()
  local count = math.min(limit, ADMIT_MAX, free, math.floor(level / 1000))
  if not admits_now() or free <= 0 or rate() == 0 then return 0, -1 end
  if places_awaited() > 0 then return 0, places_awaited() end
  local chosen, more = {}, true
  if count > 0 then chosen, more = next_in_line(count, fresh) end
  for _, number in ipairs(chosen) do admitted(number) end
  if #chosen > 0 then
    level = level - 1000 * #chosen
    set_line('bucket_level', level)
    set_line('bucket_at', now)
  end
  if #chosen == free or (#chosen < count and not more) then return #chosen, -1 end
  return #chosen, math.max(0, math.ceil((1000 - level) / rate()))
end

-- Owner and fence of the scheduler that holds the lock; nil if there is none.
local function lock_holder()
  local owner, fence = string.match(redis.call('GET', K.lock) or '', '^(.*) (%d+)$')
  return owner, tonumber(fence)
end
