-- wrk ... -s wrk_requests.lua URL -- REQUESTS: sends the complete requests of a file in turn. Each
-- ends with a zero byte. `refused` counts answers of 400 and above, which some figures expect.
local requests, count, at = {}, 0, 0

function init(args)
    local file = assert(io.open(args[1], "rb"))
    for text in file:read("*a"):gmatch("[^%z]+") do
        count = count + 1
        requests[count] = text
    end
    file:close()
    collectgarbage()
end

function request()
    at = at + 1
    if at > count then at = 1 end
    return requests[at]
end

function done(summary)
    local e = summary.errors
    print(string.format(
        'summary {"requests":%d,"seconds":%.6f,"errors":%d,"refused":%d,"bytes":%d}',
        summary.requests, summary.duration / 1e6, e.connect + e.read + e.write + e.timeout,
        e.status, summary.bytes))
end
