-- Between prelude.lua and places.lua: where place:{E}, guests:{E} and queue:seen:{E} have the records
-- of a number. Record n belongs to number n, unless line:{E} has `pages`. Then only those pages of
-- numbers are stored that are in use, one after the other. `pages` is the size of a page and a list
-- of runs of consecutive pages, in the order in which they are stored: "16384\n0 3\n152 4\n".
--
-- A number takes memory when somebody gets it, not when its block is handed out. Pages begin when
-- more than a page of numbers is skipped: the rest of the blocks of a lost server, the numbers before
-- a restore of the sale store. Fewer skipped numbers are stored like others, at 21 bytes each.
-- A small page wastes little; large ones keep the list short if lost places come back in any order.
local PAGE = 16384
local runs, pages_stored = nil, 0

local function add_run(first, count)
  runs[#runs + 1] = {first = first, count = count, at = pages_stored}
  pages_stored = pages_stored + count
end
if line.pages then
  local size, list = string.match(line.pages, '^(%d+)\n(.*)$')
  PAGE, runs = tonumber(size), {}
  for first, count in string.gmatch(list, '(%d+) (%d+)\n') do
    add_run(tonumber(first), tonumber(count))
  end
end

-- The run that contains the number's page, or nil.
local function run_of(number)
  local page = math.floor(number / PAGE)
  for _, run in ipairs(runs) do
    if page >= run.first and page < run.first + run.count then return run end
  end
end

-- Index of the number's record. Returns nil if its page is not stored.
local function index_of(number)
  if not runs then return number end
  local run = run_of(number)
  return run and number + (run.at - run.first) * PAGE
end

local function save_pages()
  local lines = {PAGE}
  for i, run in ipairs(runs) do lines[i + 1] = string.format('%d %d', run.first, run.count) end
  set_line('pages', table.concat(lines, '\n') .. '\n')
end

local function store_page(page)
  local last = runs[#runs]
  if last and last.first + last.count == page then
    last.count, pages_stored = last.count + 1, pages_stored + 1
  else
    add_run(page, 1)
  end
  save_pages()
end

-- Stages the record of a number.
local function patch_number(key, number, bytes)
  if runs and not run_of(number) then store_page(math.floor(number / PAGE)) end
  patch(key, index_of(number), bytes)
end

-- Begins pages if more than a page of numbers is skipped before this one.
local function skip_to(first)
  local used = redis.call('STRLEN', K.place)
  if runs or first <= used + PAGE then return end
  runs = {}
  if used > 0 then add_run(0, math.ceil(used / PAGE)) end
  save_pages()
end

-- Stores the pages of consecutive numbers, for write_numbers.
local function make_room(first, last)
  if not runs then return end
  for page = math.floor(first / PAGE), math.floor(last / PAGE) do
    if not run_of(page * PAGE) then store_page(page) end
  end
end

-- The records of consecutive numbers. Zeros at the end may be missing.
local function read_numbers(key, size, first, last)
  if not runs then return redis.call('GETRANGE', key, first * size, (last + 1) * size - 1) end
  local parts, zeros, from = {}, 0, first
  while from <= last do
    local to = math.min(last, (math.floor(from / PAGE) + 1) * PAGE - 1)
    local index, bytes = index_of(from), (to + 1 - from) * size
    local part = index and redis.call('GETRANGE', key, index * size, index * size + bytes - 1) or ''
    if #part > 0 then
      parts[#parts + 1] = string.rep('\0', zeros) .. part
      zeros = 0
    end
    zeros, from = zeros + bytes - #part, to + 1
  end
  return table.concat(parts)
end

-- Writes the records of consecutive numbers at once.
-- REQUIRES: called by commit(), after make_room.
local function write_numbers(key, size, first, bytes)
  local from, count = 0, #bytes / size
  while from < count do
    local number = first + from
    local many = runs and math.min(count - from, PAGE - number % PAGE) or count
    redis.call('SETRANGE', key, size * index_of(number),
      string.sub(bytes, from * size + 1, (from + many) * size))
    from = from + many
  end
end

-- The first number from this one on whose page is stored; infinity if there is none.
local function next_stored(number)
  if not runs or run_of(number) then return number end
  local found = math.huge
  for _, run in ipairs(runs) do
    if run.first * PAGE > number then found = math.min(found, run.first * PAGE) end
  end
  return found
end

-- The number of issued numbers without those whose pages are not stored.
local function numbers_stored()
  if not runs then return num('issued') end
  return math.min(num('issued'), pages_stored * PAGE)
end
