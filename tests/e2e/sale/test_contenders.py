"""A thousand guests try to take the same seat at the same time. Exactly one gets it."""

import collections
import json
import random
import time

import pytest

from onsale import eventually, iso
from shop import DAY, EVENT, Shop, hall, row, section
from wire import Wire, crowd, request, statuses, visitors

CONTENDERS = 1000


def one_row(count):
    return hall(section("F1", row("F1", "A", count, "R")))


class Contenders:
    """Admitted guests, each with its own connection, who all send before any answer is read."""

    def __init__(self, server):
        self.port = server.port
        tokens = crowd(server.port, EVENT, CONTENDERS)
        told = eventually(lambda: self.all_inside(tokens), 20)
        self.entries = [one["entryToken"] for one in told]
        self.wires = []

    def all_inside(self, tokens):
        told = statuses(self.port, EVENT, tokens)
        return told if all(one["canEnter"] for one in told) else None

    def __enter__(self):
        self.wires = [Wire(self.port) for _ in self.entries]
        return self

    def __exit__(self, *_):
        for wire in self.wires:
            wire.close()

    def ask(self, path, body_of):
        """(status, answer) of each guest, in the order of the guests."""
        for at, (wire, entry) in enumerate(zip(self.wires, self.entries)):
            body = {"eventId": EVENT, "performanceId": DAY, **body_of(at)}
            wire.send(request("POST", path, body, [f"X-Queue-Entry-Token: {entry}"]))
        answers = (wire.answer() for wire in self.wires)
        return [(status, json.loads(body)) for status, _, body in answers]

    def select(self, seats_of):
        return self.ask("/api/booking/seats/select", lambda at: {"seatIds": seats_of(at)})

    def best(self, count):
        return self.ask("/api/booking/seats/best", lambda at: {"count": count})

    def mine(self, at):
        path = f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}"
        with Wire(self.port) as wire:
            headers = [f"X-Queue-Entry-Token: {self.entries[at]}"]
            return json.loads(wire.ask("GET", path, None, headers)[2])["mine"]


@pytest.fixture
def rush(make_server):
    """Opens a hall with one row of `seats` seats and admits a thousand guests."""
    opened = []

    def rush(seats, **settings):
        server = make_server(settings=settings).start()
        shop = Shop(server).open(plan=one_row(seats))
        contenders = Contenders(server).__enter__()
        opened.append(contenders)
        return shop, contenders

    yield rush
    for one in opened:
        one.__exit__()


def codes(answers):
    return collections.Counter(answer["code"] for status, answer in answers if status != 200)


def winners(answers):
    return {at: answer["seatIds"] for at, (status, answer) in enumerate(answers) if status == 200}


def test_a_thousand_contenders_for_one_seat_have_one_winner(rush):
    shop, contenders = rush(2, **{"server.loops": 2})
    answers = contenders.select(lambda at: ["F1-A-1"])
    assert list(winners(answers).values()) == [["F1-A-1"]]
    assert codes(answers) == {"SEAT_TAKEN": CONTENDERS - 1}
    assert {tuple(answer["details"]["seats"]) for status, answer in answers if status == 409} \
        == {("F1-A-1",)}
    shop.until_counts(held=1, free=1)
    # The winner is the same after all guests have repeated the request, and after kill -9.
    (winner,) = winners(answers)
    again = contenders.select(lambda at: ["F1-A-1"])
    assert list(winners(again)) == [winner]
    shop.server.kill()
    shop.server.start()
    assert contenders.mine(winner) == [0] and contenders.mine(winner - 1) == []
    shop.until_counts(held=1, free=1)


def test_the_last_seats_go_to_as_many_as_there_are_by_best(rush):
    shop, contenders = rush(8, **{"server.loops": 2})
    shop.house("block", seats=["F1-A-1", "F1-A-2", "F1-A-3"], reason="sold elsewhere")
    answers = contenders.best(1)
    won = winners(answers)
    assert sorted(sum(won.values(), [])) == [f"F1-A-{seat}" for seat in range(4, 9)]
    assert codes(answers) == {"NOT_ENOUGH_SEATS": CONTENDERS - 5}
    shop.until_counts(held=5, free=0)


def test_pairs_that_overlap_are_won_whole_or_not_at_all(rush):
    shop, contenders = rush(40, **{"server.loops": 2})
    dice = random.Random(20261115)
    starts = [dice.randrange(1, 40) for _ in range(CONTENDERS)]
    answers = contenders.select(lambda at: [f"F1-A-{starts[at]}", f"F1-A-{starts[at] + 1}"])
    won = winners(answers)
    assert all(len(seats) == 2 for seats in won.values())
    seats = sum(won.values(), [])
    assert len(seats) == len(set(seats))
    shop.until_counts(held=len(seats), free=40 - len(seats))
    assert set(codes(answers)) == {"SEAT_TAKEN"}
    # No requested pair is still free, so every possible request was served.
    assert not [start for start in starts
                if not {f"F1-A-{start}", f"F1-A-{start + 1}"} & set(seats)]


def test_a_code_of_seven_uses_lets_seven_of_a_hundred_in(server):
    phase = {"id": "fans", "who": "code", "from": iso(time.time() - 60),
             "to": iso(time.time() + 3600)}
    server.create_event(EVENT, phases=[phase])
    server.admin("POST", f"/events/{EVENT}/codes/fans", {"codes": ["GOLDEN-7"], "uses": 7})
    with Wire(server.port) as wire:
        cookies = visitors(wire, 100)

    def enter_all(who):
        wires = [Wire(server.port) for _ in who]
        for wire, cookie in zip(wires, who):
            wire.send(request("POST", "/api/queue/enter", {"eventId": EVENT, "code": "GOLDEN-7"},
                              [f"Cookie: {cookie}", "X-Onsale-Request: 1"]))
        answers = [(status, json.loads(body)) for status, _, body in
                   (wire.answer() for wire in wires)]
        for wire in wires:
            wire.close()
        return answers

    answers = enter_all(cookies)
    let_in = [cookie for cookie, (status, _) in zip(cookies, answers) if status == 200]
    assert len(let_in) == 7 and codes(answers) == {"CODE_USED_UP": 93}
    # Neither another request nor kill -9 changes who has a place.
    server.kill()
    server.start()
    again = enter_all(cookies)
    assert [cookie for cookie, (status, _) in zip(cookies, again) if status == 200] == let_in
