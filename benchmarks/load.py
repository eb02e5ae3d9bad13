"""The load programs: wrk, redis-benchmark and our own paced driver."""

import itertools
import json
from pathlib import Path

from machine import Failed, run
from servers import EVENT, PROGRAMS

HERE = Path(__file__).resolve().parent
CONNECTIONS = 64
# Part of the Redis keys. Two runs of redis-benchmark may draw the same random numbers, because it
# seeds them from its clock and process id. A key that exists already would not be written or
# synced.
runs = itertools.count()


def wrk(url, seconds, script, *arguments):
    """Runs wrk and returns its counts. Any error fails the figure."""
    output = run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", HERE / script, url, "--",
                  *arguments])
    for line in output.splitlines():
        if line.startswith("summary "):
            summary = json.loads(line.removeprefix("summary "))
            break
    else:
        raise Failed(f"wrk said nothing: {output[-300:]}")
    if summary["errors"]:
        raise Failed(f"{summary['errors']} of {summary['requests']} requests to {url} failed")
    return summary


def wrk_polls(url, seconds, tokens_file):
    return wrk(url, seconds, "wrk_poll.lua", tokens_file, EVENT)


def wrk_joins(server, seconds, cookies):
    skip = server.line.take_cookies(cookies)
    return wrk(server.url, seconds, "wrk_join.lua", server.line.cookies_file, EVENT, skip, cookies)


def wrk_requests(url, seconds, requests_file, refused=False):
    """Sends the requests of a file. Either all or none of the answers must be refusals."""
    done = wrk(url, seconds, "wrk_requests.lua", requests_file)
    if done["refused"] != (done["requests"] if refused else 0):
        raise Failed(f"{done['refused']} of {done['requests']} requests to {url} were refused")
    return done


def redis_zadds(port, count):
    """Rate of ZADD with random members and scores, one pending command per client."""
    return redis_commands(port, count, "ZADD", "line", "__rand_int__",
                          f"guest:{next(runs)}:__rand_int__")


def redis_holds(port, count):
    """Rate of ten-minute locks, each on a seat that nobody holds."""
    return redis_commands(port, count, "SET", f"seat:{next(runs)}:__rand_int__", "guest",
                          "NX", "PX", 600_000)


def redis_commands(port, count, *command):
    output = run(["redis-benchmark", "-p", port, "-c", CONNECTIONS, "-n", count,
                  "-r", 1_000_000_000, "--csv", *command])
    try:
        return float(output.strip().splitlines()[-1].split(",")[1].strip('"'))
    except (IndexError, ValueError):
        raise Failed(f"redis-benchmark said: {output[-300:]}")


def paced(server, seconds, poll_rate=0, join_rate=0, joins=0, hold_rate=0, holds=None,
          connections=None, once=False):
    """Runs the paced driver and returns its report by stream. Any refusal fails the figure."""
    arguments = [PROGRAMS / "onsale_bench_paced", "--port", server.port, "--event", EVENT,
                 "--seconds", seconds]
    if poll_rate:
        arguments += ["--poll-rate", poll_rate, "--polls", server.line.tokens_file]
    if join_rate:
        arguments += ["--join-rate", join_rate, "--joins", server.line.cookies_file,
                      "--joins-max", joins, "--joins-skip", server.line.take_cookies(joins)]
    if hold_rate:
        arguments += ["--hold-rate", hold_rate, "--holds", holds]
        arguments += ["--hold-connections", connections] if connections else []
        arguments += ["--holds-once"] if once else []
    report = json.loads(run(arguments))
    for name, stream in report.items():
        if stream["errors"] or stream["missing"]:
            raise Failed(f"{name}: {stream['errors']} refused, {stream['missing']} unanswered")
    return report
