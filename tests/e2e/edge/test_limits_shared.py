"""Limits apply to the process: several loops together allow the same as one."""

import http.client
import json
from contextlib import ExitStack, closing

from onsale import eventually
from stopwatch import Stopwatch
from wire import Wire

EVENT = "tour"
# The kernel distributes connections over loops by port. This many are practically never on one
# loop.
CONNECTIONS = 24


def two_loops(make_server, **limits):
    settings = {"server.loops": 2, **{f"limits.{name}": value for name, value in limits.items()}}
    return make_server(settings=settings).start()


def ask_on_all(wires, path, headers=(), rounds=4):
    """Statuses of the calls of one guest, on each connection in turn."""
    return [wire.ask("GET", path, headers=headers)[0] for _ in range(rounds) for wire in wires]


def connected(server, stack, count, source=None):
    return [stack.enter_context(Wire(server.port, source=source and (source, 0)))
            for _ in range(count)]


def test_a_guest_gets_no_more_from_two_loops_than_from_one(make_server):
    server = two_loops(make_server, guest_per_second=2, guest_burst=10)
    server.create_event(EVENT, rules={"maxActive": 0})
    guest = server.guest()
    guest.enter(EVENT)
    with ExitStack() as stack:
        wires = connected(server, stack, CONNECTIONS)
        watch = Stopwatch()
        statuses = ask_on_all(wires, f"/api/queue/status?eventId={EVENT}",
                              [f"X-Queue-Token: {guest.token}"])
        assert 9 <= statuses.count(200) <= watch.allowed(2, 10), statuses
        assert statuses.count(429) == len(statuses) - statuses.count(200)


def test_an_address_gets_no_more_from_two_loops_than_from_one(make_server):
    server = two_loops(make_server, address_per_second=2, address_burst=10)
    with ExitStack() as stack:
        wires = connected(server, stack, CONNECTIONS, source="127.0.0.9")
        watch = Stopwatch()
        statuses = ask_on_all(wires, "/api/events")
        assert 10 <= statuses.count(200) <= watch.allowed(2, 10), statuses


def test_fresh_joins_of_an_address_are_counted_over_two_loops(make_server):
    server = two_loops(make_server, joins_per_address_per_second=1, joins_burst=5)
    server.create_event(EVENT, rules={"maxActive": 0})
    guests = [server.guest() for _ in range(CONNECTIONS)]
    for guest in guests:
        guest.visit(EVENT)
    watch = Stopwatch()
    statuses = [guest.call("POST", "/api/queue/enter", {"eventId": EVENT}).status
                for guest in guests]
    assert 5 <= statuses.count(200) <= watch.allowed(1, 5), statuses
    assert statuses.count(429) == len(statuses) - statuses.count(200)


def admission(wire):
    """200 for a connection that is served, or the code of the refusal."""
    try:
        status, _, body = wire.ask("GET", "/healthz")
    except OSError:  # Refused, and the answer was lost with the reset.
        return "gone"
    return status if status == 200 else json.loads(body)["code"]


def test_a_cap_of_three_connections_admits_exactly_three(make_server):
    server = two_loops(make_server, connections_per_address=3)
    for _ in range(4):  # For all choices of loops by the kernel.
        with ExitStack() as stack:
            told = [admission(wire) for wire in connected(server, stack, 12, "127.0.0.9")]
            assert told.count(200) == 3, told
            assert set(told) <= {200, "TOO_MANY_CONNECTIONS", "gone"}
            with Wire(server.port, source=("127.0.0.10", 0)) as other:
                assert admission(other) == 200
        eventually(lambda: connections_open(server) == 0)


def test_a_server_for_three_connections_admits_exactly_three(make_server):
    server = two_loops(make_server, connections_max=3, connections_per_address=3)
    eventually(lambda: connections_open(server) == 0)
    for _ in range(4):
        with ExitStack() as stack:
            wires = [stack.enter_context(Wire(server.port, source=(f"127.0.0.{number}", 0)))
                     for number in range(10, 22)]
            told = [admission(wire) for wire in wires]
            assert told.count(200) == 3, told
            assert set(told) <= {200, "SERVER_FULL", "gone"}
        eventually(lambda: connections_open(server) == 0)


def stream_status(server, guest, stack):
    stream = stack.enter_context(closing(
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)))
    stream.request("GET", f"/api/queue/stream?eventId={EVENT}",
                   headers={"X-Queue-Token": guest.token})
    return stream.getresponse().status


def test_a_cap_of_three_streams_admits_exactly_three(make_server):
    server = two_loops(make_server, stream_max=3)
    server.create_event(EVENT, rules={"maxActive": 0, "streamFront": 100})
    guests = [server.guest() for _ in range(8)]
    for guest in guests:
        guest.enter(EVENT)
    with ExitStack() as stack:
        told = [stream_status(server, guest, stack) for guest in guests]
        assert sorted(told) == [200] * 3 + [503] * 5, told
        # A guest may renew its own stream on any loop without using another slot.
        first = guests[told.index(200)]
        assert [stream_status(server, first, stack) for _ in range(6)] == [200] * 6
        refused = guests[told.index(503)]
        assert stream_status(server, refused, stack) == 503


def connections_open(server):
    """Connections of guests. The operator's connection of this call is not counted."""
    key = (server.data / "owner.key").read_text().strip()
    page = server.get("/metrics", {"Authorization": f"Bearer {key}"}, port=server.admin_port)
    lines = page.body.decode().splitlines()
    return sum(int(line.split()[-1]) for line in lines
               if line.startswith("onsale_connections_open ")) - 1
