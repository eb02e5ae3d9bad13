-- line_take: moves the place, with its admission, to the first guest who presents the code.
-- KEYS  the line's
-- ARGV  now, guest, code (its SHA-256)
-- Returns {"ok", stream id, number} or {word, stream id, 0}: not_movable, code_invalid, buying,
--         barred, has_place, unavailable (during a draw). A rejected call does not use up the code.
-- Idempotent because the code stores its taker, who gets the same answer until the code expires.
-- Cost  O(log(line) + phases).
local guest, code = ARGV[2], ARGV[3]

-- Eligibility proofs move with the place. Otherwise one code would admit two guests.
local function move_proofs(from, to)
  for _, phase in ipairs(phases) do
    if redis.call('SISMEMBER', K.allowed, allowed_member(phase, from)) == 1 then
      allow(phase, from, false)
      allow(phase, to, true)
    end
  end
end

local function place_moved(number)
  local from, standing = guest_of(number), standing_of(number)
  fact(25, guest .. varint(number))
  if standing == WAITING or standing == AWAY then
    local place = place_of(number)
    local set = standing == WAITING and K.queue or K.away
    zset(set, from, false)
    zset(set, guest, place)
    look_from(place)
  end
  number_of_guest[from] = false
  hset(K.number, from, false)
  set_guest(number, guest)
  hset(K.moved, number, guest)
  if admission_of(number) then
    zset(K.active, from, false)
    str(entry_key(from), false)
    save_admission(number)
  end
  move_proofs(from, guest)
end

local function take()
  if num('drawing') == 1 then return 'unavailable' end
  if num('identity') ~= 0 then return 'not_movable' end
  local offer = find_offer(code)
  if not offer then return 'code_invalid' end
  local number, own = offer.number, number_of(guest)
  if offer.taker == '' and is_buying(number) then return 'buying' end
  if offer.taker == guest and own == number then return 'ok', number end
  local standing = standing_of(number)
  if offer.taker ~= '' or not can_move(standing) then return 'code_invalid' end
  if redis.call('SISMEMBER', K.barred, guest) == 1 then return 'barred' end
  if own and standing_of(own) ~= LEAVING then return 'has_place' end
  -- Taking this place makes the leaving of the other one final.
  if own then place_ended(own, LEFT) end
  place_moved(number)
  if standing == AWAY or standing == MISSED then came_back(number) end
  hset(K.offer, code, number .. ':' .. guest)
  return 'ok', number
end

local word, number = take()
if number then mark_seen(number) end
return {word, commit(), number or 0}
