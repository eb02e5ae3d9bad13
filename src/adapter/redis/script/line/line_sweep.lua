-- line_sweep: expires unclaimed admissions, admissions at their deadline and final leaves. For one
-- page of numbers, also ends or marks as away the guests who were silent too long.
-- KEYS  the line's
-- ARGV  now, maximum number of deadlines, first number of the page (0: continue after the last
--       page), its size
-- Returns {"ok", stream id, first number of the next page (1: all numbers were looked at), ms until
--         the next deadline (-1: there is none), number of numbers to look at (0: nobody is in line
--         or admitted)}.
-- Idempotent because expired entries are not found again.
-- Cost  O(deadlines * log(line) + page).
local limit, first, size = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if first == 0 then first = math.max(1, num('sweep')) end
if not line.beat and tells_time then set_line('beat', now) end
if frozen() or num('drawing') == 1 then return {'ok', commit(), first, -1, numbers_stored()} end
local line_now, hold_now = line_time(), hold_time()
local is_payment_gone = hold_now < line_now
-- While nobody can pay, due admissions that are kept stay in the set, before later ones that end.
local PASSED_OVER, RETRY_MS = 4, 1000

-- Returns the due members of a set, as a flat list with scores. Usually nothing is due; then one
-- command finds this out and gives the next deadline.
local next_due = math.huge
local function due_of(key, most)
  local earliest = tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]) or math.huge
  next_due = math.min(next_due, math.max(earliest, line_now))
  if earliest > line_now then return {} end
  return redis.call('ZRANGE', key, '-inf', line_now, 'BYSCORE', 'LIMIT', 0, most, 'WITHSCORES')
end

-- A hold and its admission end together: see seat_sweep.
local function waits_for_payment(due)
  return is_payment_gone and due[1] > hold_now and admission_of(due[2]).keep ~= 0
end

-- Sorted by deadline, then by number, as in the C++ ledger; guests' ids have no influence.
local function due_admissions()
  local flat = due_of(K.active, is_payment_gone and limit * PASSED_OVER or limit)
  local due, guests = {}, {}
  for i = 1, #flat, 2 do guests[#guests + 1] = flat[i] end
  find_numbers(guests)
  for i = 1, #flat, 2 do
    local one = {tonumber(flat[i + 1]), number_of(flat[i])}
    if #due < limit and not waits_for_payment(one) then due[#due + 1] = one end
  end
  return due
end

local function due_leaves()
  local flat, due = due_of(K.leaving, limit), {}
  for i = 1, #flat, 2 do due[#due + 1] = {tonumber(flat[i + 1]), tonumber(flat[i])} end
  return due
end

local function in_order(due)
  table.sort(due, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  return due
end

local function admission_over(number)
  local admission = admission_of(number)
  if admission.claimed then
    place_ended(number, ADMISSION_ENDED)
  elseif admission.attempt == 1 then
    claim_missed(number)
  else
    place_ended(number, SILENT)
  end
end

local leaves = in_order(due_leaves())
for _, one in ipairs(in_order(due_admissions())) do admission_over(one[2]) end
for _, one in ipairs(leaves) do place_ended(one[2], LEFT) end
if is_payment_gone then next_due = math.max(next_due, line_now + RETRY_MS) end

local is_first_page = first == 1
first = next_stored(first)
local last = math.min(num('issued'), first + size - 1)
local page = last < first and '' or read_numbers(K.place, 1, first, last)
local seen = last < first and '' or read_numbers(K.seen, 4, first, last)
local now_s = math.floor(line_now / 1000)
local function silence_ms(index)
  return math.max(0, now_s - struct.unpack('<I4', seen, 4 * index - 3)) * 1000
end

-- Calls act(number, standing, index) for the numbers of the page whose standing matches.
local function each_of(pattern, act)
  local index = string.find(page, pattern)
  while index do
    local number = first + index - 1
    act(number, standings[number] or string.byte(page, index), index)
    index = string.find(page, pattern, index + 1)
  end
end

if last >= first then
  local claims_on, active_limit = num('claim_within') > 0, num('active_away_after')
  each_of('\4', function(number, standing, index)
    if not claims_on or standing ~= ADMITTED or silence_ms(index) < active_limit then return end
    local admission = admission_of(number)
    if admission.claimed and admission.keep == 0 then place_ended(number, ADMISSION_ENDED) end
  end)
  local away_after, forget_after = num('away_after'), num('forget_after')
  each_of('[\1\2\4\5\6]', function(number, standing, index)
    local present = standing == WAITING or standing == RECALLED
    if not present and standing ~= AWAY and standing ~= MISSED then return end
    local silence = silence_ms(index)
    if silence < away_after then return end
    standings[number] = standing
    if silence >= forget_after then
      place_ended(number, SILENT)
    elseif present then
      went_away(number)
    end
  end)
end
local next_page = last < num('issued') and next_stored(last + 1) or 1
if next_page > num('issued') then next_page = 1 end
set_line('sweep', next_page)
local is_empty = is_first_page and next_page == 1 and not string.find(page, '[\1-\6]')
return {
  'ok', commit(), next_page, next_due == math.huge and -1 or next_due - line_now,
  is_empty and 0 or numbers_stored(),
}
