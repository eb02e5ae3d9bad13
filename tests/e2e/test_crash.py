"""After a kill at any time, an orderly stop or a downtime, no acknowledged place is lost."""

import json
import random
import threading
import time
from datetime import datetime

import jwt

from onsale import eventually
from wire import (Wire, crowd, enter_request, heartbeat_request, leave_request, number_of,
                  status_request, statuses, visitors)

KILLS = 50
CLIENTS = 4
MAX_ACTIVE = 40
EVENT = "concert"
# No timeout expires during the test, so a place ends only if its guest leaves.
PATIENT = {"admissionTtl": "2h", "claimWithin": "1h", "activeAwayAfter": "1h", "awayAfter": "1h",
           "forgetAfter": "2h"}


class Member:
    """What one guest knows from complete answers."""

    def __init__(self, visitor):
        self.visitor = visitor
        self.token = None
        self.entry_token = None
        self.asked_to_leave = False
        self.told_left = False


class Client(threading.Thread):
    """Joins, polls, claims and leaves over one connection until it is stopped."""

    def __init__(self, server, seed, stop):
        super().__init__()
        self.server, self.stop, self.random = server, stop, random.Random(seed)
        self.members, self.errors, self.gone = [], [], 0

    def run(self):
        while not self.stop.is_set():
            try:
                with Wire(self.server.port, timeout=5) as wire:
                    while not self.stop.is_set():
                        self.work(wire)
            except OSError:
                time.sleep(0.01)  # The server is down, which this test expects.
            except Exception as error:
                self.errors.append(repr(error))
                return

    def work(self, wire):
        newcomers = [Member(cookie) for cookie in visitors(wire, 20)]
        for member in newcomers:
            self.enter(wire, member)
        for member in self.random.sample(self.members, min(10, len(self.members))):
            self.poll(wire, member)
        for member in self.front():
            self.poll(wire, member)
            if member.entry_token or member.asked_to_leave:
                self.finish(wire, member)

    def front(self):
        """Our members who are admitted or next."""
        while self.gone < len(self.members) and self.members[self.gone].told_left:
            self.gone += 1
        ahead = self.members[self.gone:self.gone + 20]
        return [member for member in ahead if not member.told_left]

    def enter(self, wire, member):
        told = self.expect(wire.send(enter_request(EVENT, member.visitor)).answer())
        if member.token is None:
            self.members.append(member)
        member.token = told["token"]
        self.learn(member, told)

    def poll(self, wire, member):
        self.learn(member, self.expect(wire.send(status_request(EVENT, member.token)).answer()))

    def finish(self, wire, member):
        if not member.asked_to_leave:
            wire.send(heartbeat_request(EVENT, member.token, member.entry_token))
            self.expect(wire.answer())
            if self.random.random() < 0.5:
                return
        member.asked_to_leave = True
        # The leave may have succeeded before a kill. Then there is no place.
        self.expect(wire.send(leave_request(EVENT, member.token)).answer(), (200, 409))
        member.told_left = True
        member.entry_token = None

    def learn(self, member, told):
        if told["active"] > MAX_ACTIVE:
            self.errors.append(f"{told['active']} inside")
        if told["status"] == "admitted":
            member.entry_token = told["entryToken"]

    def expect(self, answer, good=(200,)):
        status, _, body = answer
        if status not in good:
            raise AssertionError(f"{status}: {body!r}")
        return json.loads(body)


def check_everybody(server, members):
    members = sorted(members, key=lambda member: number_of(member.token))
    numbers = [number_of(member.token) for member in members]
    assert len(set(numbers)) == len(numbers), "a number was given twice"
    told = statuses(server.port, EVENT, [member.token for member in members])
    admitted, positions = 0, []
    for member, answer in zip(members, told):
        where = (number_of(member.token), answer)
        if answer["status"] == "expired":
            assert member.asked_to_leave and answer["reason"] == "left", where
        elif answer["status"] == "admitted":
            assert not member.told_left, where
            admitted += 1
        else:
            # An admitted guest stays admitted. A guest who left may still be leaving.
            assert answer["status"] == "waiting", where
            assert member.asked_to_leave or member.entry_token is None, where
            if not member.asked_to_leave:
                positions.append(answer["position"])
    assert positions == sorted(set(positions)), "the order changed"
    assert admitted <= MAX_ACTIVE
    return admitted


def test_fifty_kills_under_load_lose_nobody(make_server):
    server = make_server().start()
    server.create_event(EVENT, rules={**PATIENT, "maxActive": MAX_ACTIVE, "admitPerSecond": 1000})
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    moments = random.Random(seed)
    stop = threading.Event()
    clients = [Client(server, seed + i, stop) for i in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        for _ in range(KILLS):
            time.sleep(moments.uniform(0.05, 0.7))
            server.kill()
            server.start()
    finally:
        stop.set()
        for client in clients:
            client.join()
    assert [client.errors for client in clients] == [[]] * CLIENTS
    for client in clients:
        own = [number_of(member.token) for member in client.members]
        assert own == sorted(own), "who was answered first has the lower number"
    members = [member for client in clients for member in client.members]
    left = sum(member.told_left for member in members)
    admitted = check_everybody(server, members)
    assert server.admin("GET", f"/events/{EVENT}/line")["active"] <= MAX_ACTIVE
    # The visitor cookie alone is sufficient to get the same number.
    with Wire(server.port) as wire:
        for member in moments.sample([one for one in members if not one.asked_to_leave], 50):
            _, _, body = wire.send(enter_request(EVENT, member.visitor)).answer()
            assert number_of(json.loads(body)["token"]) == number_of(member.token)
    assert server.stop() == 0
    assert "journal good" in server.cli("journal", "verify")
    server.start()
    check_everybody(server, members)
    print(f"{KILLS} kills, {len(members)} acknowledged joins, {left} acknowledged leaves, "
          f"{admitted} inside at the end")
    assert len(members) > 500 and left > 50


def remaining(told):
    """Seconds until the admission ends, according to the server's clock."""
    claims = jwt.decode(told["entryToken"], options={"verify_signature": False})
    return claims["exp"] - datetime.fromisoformat(told["serverTime"]).timestamp()


def two_inside_three_waiting(server, rules):
    server.create_event(EVENT, rules={"maxActive": 2, **rules})
    guests = [server.guest() for _ in range(5)]
    told = [guest.enter(EVENT) for guest in guests]
    assert [one["status"] for one in told] == ["admitted"] * 2 + ["waiting"] * 3
    return guests, told


def test_fifteen_minutes_of_downtime_cost_nobody_a_place_or_an_admission(make_server):
    server = make_server().start()
    # Every deadline is shorter than the downtime, so it would expire if it were not moved.
    guests, before = two_inside_three_waiting(
        server, {"admissionTtl": "8m", "claimWithin": "2m", "activeAwayAfter": "3m",
                 "awayAfter": "3m", "forgetAfter": "10m"})
    assert server.stop() == 0
    server.settings["engine.clock_shift"] = "15m"
    server.start()
    after = [guest.status(EVENT) for guest in guests]
    assert [one["status"] for one in after] == [one["status"] for one in before]
    assert [one["position"] for one in after[2:]] == [1, 2, 3]
    for i in range(2):
        assert abs(remaining(after[i]) - remaining(before[i])) < 10
    gap = (datetime.fromisoformat(after[0]["serverTime"])
           - datetime.fromisoformat(before[0]["serverTime"])).total_seconds()
    assert gap > 14 * 60, "the clock was not moved, so the test would prove nothing"
    # After two ticks of the sweep no guest is away or forgotten.
    line = server.admin("GET", f"/events/{EVENT}/line")
    time.sleep(1.5)
    assert server.admin("GET", f"/events/{EVENT}/line")["active"] == line["active"] == 2
    assert [guest.status(EVENT)["status"] for guest in guests] == [one["status"] for one in before]


def test_downtime_does_not_stop_the_deadlines_for_good(make_server):
    server = make_server().start()
    guests, _ = two_inside_three_waiting(
        server, {"admissionTtl": "3s", "claimWithin": "0s", "activeAwayAfter": "1m"})
    server.kill()
    server.settings["engine.clock_shift"] = "15m"
    server.start()
    assert guests[0].status(EVENT)["status"] == "admitted"
    ended = eventually(lambda: guests[0].status(EVENT).get("reason"), 6)
    assert ended == "admission_ended"
    eventually(lambda: guests[2].status(EVENT)["status"] == "admitted", 3)


def test_a_wall_clock_that_went_back_moves_no_deadline(make_server):
    server = make_server(settings={"engine.clock_shift": "1h"}).start()
    guests, before = two_inside_three_waiting(server, {"admissionTtl": "8m"})
    server.stop()
    server.settings["engine.clock_shift"] = "0s"
    server.start()
    after = [guest.status(EVENT) for guest in guests]
    assert [one["status"] for one in after] == [one["status"] for one in before]
    for i in range(2):
        assert 0 <= remaining(before[i]) - remaining(after[i]) < 10
    assert after[0]["serverTime"] >= before[0]["serverTime"], "time went back"
    assert guests[4].enter(EVENT)["position"] == 3


def test_sigterm_answers_what_is_in_flight_and_loses_nothing(make_server):
    server = make_server().start()
    server.create_event(EVENT, rules={"maxActive": 0})
    kept = crowd(server.port, EVENT, 400)
    with Wire(server.port) as begun, Wire(server.port) as idle:
        cookie = visitors(begun, 1)[0]
        visitors(idle, 1)
        message = enter_request(EVENT, cookie)
        begun.send(message[:-5])
        time.sleep(0.2)
        server.process.terminate()
        eventually(lambda: refuses_connections(server.port))
        assert idle.rest() == b""
        begun.send(message[-5:])
        status, headers, body = begun.answer()
        assert status == 200 and dict(headers)["connection"] == "close"
        kept.append(json.loads(body)["token"])
        assert begun.rest() == b""
    assert server.process.wait(timeout=15) == 0
    server.start()
    assert [one["position"] for one in statuses(server.port, EVENT, kept)] == list(range(1, 402))


def refuses_connections(port):
    try:
        Wire(port).close()
        return False
    except ConnectionRefusedError:
        return True
    except ConnectionResetError:  # Accepted by the kernel just before the socket was closed.
        return False


def test_sigterm_under_load_loses_nothing_acknowledged(make_server):
    server = make_server().start()
    server.create_event(EVENT, rules={**PATIENT, "maxActive": MAX_ACTIVE, "admitPerSecond": 1000})
    stop = threading.Event()
    clients = [Client(server, seed, stop) for seed in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        for _ in range(3):
            time.sleep(0.5)
            assert server.stop() == 0
            server.start()
    finally:
        stop.set()
        for client in clients:
            client.join()
    # A stopping server may refuse with a code. No other answer is allowed.
    assert all("STOPPING" in error or "503" in error
               for client in clients for error in client.errors), [c.errors for c in clients]
    check_everybody(server, [member for client in clients for member in client.members])
