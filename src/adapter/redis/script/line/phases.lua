-- The third part of the prelude: who may enter and be admitted in which phase, and the step that
-- admits. Mirrors EligibilityBook, AdmissionBucket, Line::next_in_line and decide_admissions.
local DRAFT, LOBBY, OPEN, PAUSED, CLOSED, ARCHIVED = 0, 1, 2, 3, 4, 5
local EVERYBODY, BY_LIST, BY_CODE, BY_CLAIM = 0, 1, 2, 3
local SCAN_PAGE, SCAN_PAGES = 512, 16  -- Guests looked at by one step where not all may enter.
local ADMIT_MAX = 1000                 -- Admitted by one step.

local phases = {}
for who, id in string.gmatch(line.phases or '', '(%d) ([^\n]+)\n') do
  phases[#phases + 1] = {who = tonumber(who), id = id}
end

local allowed_now = {}  -- Staged by this call.
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

-- One second's worth at most, in thousandths; a bucket not touched for a second is full.
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

-- A server that knows nothing of the numbers issued before has lost every place: they come back by
-- their tokens, and until then whoever asks first would be let in. So admission waits: for a grace
-- time from the loss and from the first place that came back, and while places come back at more
-- than a tenth of their best pace; but not for ever.
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

-- In ms; 0: admission does not wait.
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

-- Waiting guests in the order of their places, as {place, guest}; at most `count` who may enter.
-- Where not all may: also the place up to which it looked, and whether there are any behind it.
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

-- The recalled in the order they came back, then the places; and whether there are some that nobody
-- has looked at. `fresh`: numbers that this call has made waiting or recalled, which Redis does not
-- know yet.
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
  -- Whoever was passed over may not enter, and everybody else is admitted now.
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

local let_in_again = 0  -- By this call.
local function free_slots()
  return num('max_active') - redis.call('ZCARD', K.active) - let_in_again
end

-- Who was inside when everything was lost is inside again before anybody else, while there is room.
-- Its seats are gone, so it has the whole time once more.
local function admit_again(number)
  local lifecycle = num('lifecycle')
  if (lifecycle ~= OPEN and lifecycle ~= PAUSED) or free_slots() <= 0 then return end
  let_in_again = let_in_again + 1
  admitted(number)
end

-- Lets in up to `limit`: never more than free slots, the bucket and the present guests allow. The
-- ledger is counted here and now, whoever calls and however late. Returns how many, and in how many
-- ms the next might be let in though nothing happens meanwhile, -1 for never.
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

-- Owner and fence of the scheduler at work; nothing if there is none.
local function lock_holder()
  local owner, fence = string.match(redis.call('GET', K.lock) or '', '^(.*) (%d+)$')
  return owner, tonumber(fence)
end
