-- line_offer: creates a code with which the guest can continue on another device within a minute.
-- KEYS  the line's
-- ARGV  now, number, guest, code (its SHA-256)
-- Returns {"ok", stream id, number} or {word, stream id, 0}: buying, not_movable, moved, no_place,
--         unavailable (the code is in use, or there are too many codes).
-- A code is offered once: a second call with the same code returns unavailable.
-- Cost  O(log(codes)); removes up to 64 expired codes.
local CODE_LIVES_MS, CODES_MAX, DROP_MAX = 60000, 16384, 64
local number, guest, code = tonumber(ARGV[2]), ARGV[3], ARGV[4]

local function drop(lapsed)
  local row = redis.call('HGET', K.offer, lapsed)
  local of = row and string.match(row, '^%d+')
  zset(K.offers, lapsed, false)
  hset(K.offer, lapsed, false)
  if of and redis.call('HGET', K.offer, of) == lapsed then hset(K.offer, of, false) end
end

local function offer()
  local own = number_of(guest)
  if own and is_buying(own) then return 'buying' end
  if num('identity') ~= 0 then return 'not_movable' end
  if not belongs(number, guest) then return 'moved' end
  if not can_move(standing_of(number)) then return 'no_place' end
  if redis.call('ZCOUNT', K.offers, '(' .. now, '+inf') >= CODES_MAX or find_offer(code) then
    return 'unavailable'
  end
  local lapsed = redis.call('ZRANGE', K.offers, '-inf', now, 'BYSCORE', 'LIMIT', 0, DROP_MAX)
  for _, old in ipairs(lapsed) do drop(old) end
  local earlier = redis.call('HGET', K.offer, number)
  if earlier then hset(K.offer, earlier, false) end
  zset(K.offers, code, now + CODE_LIVES_MS)
  hset(K.offer, code, number .. ':')
  hset(K.offer, number, code)
  mark_seen(number)
  return 'ok'
end

local word = offer()
return {word, commit(), word == 'ok' and number or 0}
