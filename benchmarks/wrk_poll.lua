-- wrk ... -s wrk_poll.lua URL -- TOKENS EVENT: polls with each token in turn. The requests are
-- prepared before the measurement, because wrk itself is close to its limit here.
local requests, count, at = {}, 0, 0

function init(args)
    local path = "/api/queue/status?eventId=" .. args[2]
    for line in io.lines(args[1]) do
        count = count + 1
        requests[count] = wrk.format("GET", path, {
            ["Host"] = "127.0.0.1",
            ["User-Agent"] = "onsale-bench",
            ["X-Queue-Token"] = line:match("%S+"),
        })
    end
    collectgarbage()
end

function request()
    at = at + 1
    if at > count then at = 1 end
    return requests[at]
end

function done(summary)
    local e = summary.errors
    print(string.format('summary {"requests":%d,"seconds":%.6f,"errors":%d}', summary.requests,
        summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout))
end
