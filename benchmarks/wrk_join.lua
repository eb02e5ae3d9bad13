-- wrk ... -s wrk_join.lua URL -- COOKIES EVENT SKIP COUNT: each request enters a new guest with one
-- of COUNT cookies that follow the first SKIP of the file. Fails with errors when they run out.
local requests, at = {}, 0
local run_out

function init(args)
    local template = wrk.format("POST", "/api/queue/enter", {
        ["Host"] = "127.0.0.1",
        ["User-Agent"] = "onsale-bench",
        ["X-Onsale-Request"] = "1",
        ["Content-Type"] = "application/json",
        ["Cookie"] = "onsale_v=@",
    }, '{"eventId":"' .. args[2] .. '"}')
    local before, after = template:match("^(.*)@(.*)$")
    local skip, wanted, line_number = tonumber(args[3]), tonumber(args[4]), 0
    for cookie in io.lines(args[1]) do
        line_number = line_number + 1
        if line_number > skip then requests[#requests + 1] = before .. cookie .. after end
        if #requests == wanted then break end
    end
    run_out = wrk.format("GET", "/the-cookies-have-run-out", {["Host"] = "127.0.0.1"})
    -- A garbage collection during the run would traverse every prepared request.
    collectgarbage()
    collectgarbage("stop")
end

function request()
    at = at + 1
    return requests[at] or run_out
end

function done(summary)
    local e = summary.errors
    print(string.format('summary {"requests":%d,"seconds":%.6f,"errors":%d}', summary.requests,
        summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout))
end
