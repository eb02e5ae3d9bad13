"""The seat map: the cost of polling it, what it shows to whom, and how soon it is up to date."""

import gzip
import http.client
import json
import random
import subprocess
import time

import pytest

from onsale import BINARY, eventually
from shop import DAY, EVENT, Shop, hall, row, section


@pytest.fixture
def server(make_server):
    """One loop, because each loop updates its own map a few times per second."""
    return make_server(settings={"server.loops": 1}).start()


@pytest.fixture
def shop(server):
    return Shop(server).open()



def test_the_map_is_answered_304_until_something_changes_and_then_by_changes(shop):
    buyer, other = shop.buyers(2)
    whole = buyer.map()
    tag, version = whole.header("ETag"), whole.json()["version"]
    assert tag.startswith('W/"') and "private" in whole.header("Cache-Control")
    same = buyer.map(headers={"If-None-Match": tag})
    assert same.status == 304 and same.body == b"" and same.header("ETag") == tag
    none = buyer.seats(since=version)
    assert none["changes"] == [] and "states" not in none
    other.select("F1-A-3")
    changed = eventually(
        lambda: (it := buyer.map(headers={"If-None-Match": tag})).status == 200 and it, 1)
    assert changed.header("ETag") != tag
    told = buyer.seats(since=version)
    assert told["changes"] == [[2, "h"]] and told["version"] > version
    assert told["counts"] == {"free": 19, "held": 1, "sold": 0, "blocked": 0}
    # An unknown version returns the whole map.
    assert len(buyer.seats(since=10**9)["states"]) == 20
    assert buyer.map(since="x").status == 400


def test_mine_is_only_mine_and_changes_the_tag(shop):
    buyer, other = shop.buyers(2)
    before = buyer.map().header("ETag")
    buyer.select("F1-A-1")
    mine = eventually(lambda: (it := buyer.map()).json()["mine"] == [0] and it, 1)
    theirs = eventually(lambda: (it := other.map()).header("ETag") != before and it, 1)
    assert mine.json()["hold"]["state"] == "held"
    assert theirs.json()["mine"] == [] and theirs.json()["hold"] is None
    assert buyer.map(headers={"If-None-Match": theirs.header("ETag")}).status == 200
    assert buyer.map(headers={"If-None-Match": buyer.map().header("ETag")}).status == 304
    assert len({before, mine.header("ETag"), theirs.header("ETag")}) == 3
    assert "guest" not in theirs.body.decode()


def test_a_large_map_is_packed_and_says_the_same(server):
    rows = [row("F1", str(label), 50, "R") for label in range(40)]
    shop = Shop(server).open(plan=hall(section("F1", *rows)))
    buyer = shop.buyer()
    buyer.select("F1-0-1")
    eventually(lambda: buyer.seats()["states"][0] == "h", 1)
    plain = buyer.map()
    packed = buyer.map(headers={"Accept-Encoding": "gzip"})
    assert packed.header("Content-Encoding") == "gzip" and len(packed.body) < len(plain.body)
    assert "Accept-Encoding" in packed.header("Vary")
    assert packed.header("ETag") == plain.header("ETag")
    unpacked = json.loads(gzip.decompress(packed.body))
    assert {**unpacked, "asOf": ""} == {**plain.json(), "asOf": ""}
    assert unpacked["mine"] == [0]
    place = f"/api/booking/hall?eventId={EVENT}&performanceId={DAY}"
    plan = buyer.call("GET", place, headers={"Accept-Encoding": "gzip"})
    assert plan.header("Content-Encoding") == "gzip"
    assert json.loads(gzip.decompress(plan.body)) == buyer.get(place)


def test_the_map_needs_a_turn_unless_the_event_says_public(shop):
    stranger = shop.server.guest()
    address = f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}"
    assert stranger.call("GET", address).code == "ENTRY_TOKEN_REQUIRED"
    shop.set_sale(publicMap=True)
    told = eventually(lambda: (it := stranger.call("GET", address)).status == 200 and it, 1)
    assert told.json()["mine"] == []
    assert stranger.call("GET", address.replace(DAY, "day-9")).code == "PERFORMANCE_NOT_FOUND"
    assert stranger.call("GET", address + "&fields=all").code == "UNKNOWN_QUERY_KEY"


def test_a_change_is_seen_on_every_loop_within_a_second(make_server):
    server = make_server(settings={"server.loops": 2}).start()
    shop = Shop(server).open(sale={"publicMap": True})
    address = f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}"
    # The kernel distributes connections over the loops. Sixteen connections reach both.
    connections = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
                   for _ in range(16)]

    def first_seat(connection):
        connection.request("GET", address)
        return json.loads(connection.getresponse().read())["states"][0]

    assert {first_seat(connection) for connection in connections} == {"f"}
    shop.buyer().select("F1-A-1")
    began = time.monotonic()
    for connection in connections:
        eventually(lambda it=connection: first_seat(it) == "h", 1)
    assert time.monotonic() - began < 1
    for connection in connections:
        connection.close()


def test_a_stadium_in_disorder_is_small_when_packed(server):
    plan = json.loads(subprocess.run([BINARY, "hall", "make", "stadium"], check=True,
                                     capture_output=True, text=True).stdout)
    server.create_event(EVENT, performances=[{"id": DAY, "startsAt": "2030-01-01T00:00:00Z"}])
    shop = Shop(server)
    shop.admin("PUT", f"/performances/{DAY}/hall", plan, expect=201)
    shop.set_sale(publicMap=True)
    seats = [seat["id"] for part in plan["sections"] for line in part.get("rows", [])
             for seat in line["seats"]]
    house = random.Random(7).sample(seats, 20_000)
    for at in range(0, len(house), 10_000):
        shop.house("block", seats=house[at:at + 10_000], reason="disorder")
    guest = server.guest()
    address = f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}"

    def looked():
        told = guest.call("GET", address, headers={"Accept-Encoding": "gzip"})
        return told, json.loads(gzip.decompress(told.body))

    packed, told = eventually(lambda: (it := looked())[1]["counts"]["blocked"] == 20_000 and it, 2)
    assert len(told["states"]) == 50_000 and len(packed.body) < 100 * 1024
    same = guest.call("GET", address, headers={"If-None-Match": packed.header("ETag")})
    assert same.status == 304 and not same.body
