"""Continuing on another device: the place moves, and the old device has no access any more."""

import http.client
import json
import re
import threading
import time

import pytest

from onsale import eventually
from wire import number_of

EVENT = "concert"
PATIENT = {"admissionTtl": "2h", "claimWithin": "1h", "activeAwayAfter": "1h", "awayAfter": "1h",
           "forgetAfter": "2h", "streamFront": 100, "admitPerSecond": 1000}


def open_event(server, **rules):
    server.create_event(EVENT, rules={**PATIENT, **rules})
    return server


@pytest.fixture
def line(server):
    """One guest is admitted, the next ones wait."""
    return open_event(server, maxActive=1)


def offer(guest, expect=200):
    answer = guest.call("POST", "/api/queue/move", {"eventId": EVENT},
                        {"X-Queue-Token": guest.token} if guest.token else {})
    assert answer.status == expect, (answer.status, answer.body)
    return answer.json()["code"]


def take(guest, code, expect=200):
    if "onsale_v" not in guest.cookies:
        guest.visit(EVENT)
    answer = guest.call("POST", "/api/queue/move/take", {"eventId": EVENT, "code": code})
    assert answer.status == expect, (answer.status, answer.body)
    if expect == 200:
        guest.token = answer.json()["token"]
    return answer.json()


def entered(server, count):
    guests = [server.guest() for _ in range(count)]
    for guest in guests:
        guest.enter(EVENT)
    return guests


def verify(server, entry_token):
    return server.get("/api/verify", {"X-Onsale-Event": EVENT, "X-Queue-Entry-Token": entry_token})


def test_a_waiting_place_moves_with_its_number(line):
    _, laptop, behind = entered(line, 3)
    number = number_of(laptop.token)
    code = offer(laptop)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", code)
    phone = line.guest()
    # As people type it.
    told = take(phone, code.lower().replace("-", " "))
    assert (told["status"], told["position"]) == ("waiting", 1)
    assert number_of(phone.token) == number
    assert phone.status(EVENT)["position"] == 1
    assert behind.status(EVENT)["position"] == 2
    # The plain page on the new device also shows the place.
    assert b'data-status="waiting"' in phone.visit(EVENT).body


def test_the_old_device_is_told_and_can_do_nothing_more(line):
    _, laptop = entered(line, 2)
    phone = line.guest()
    take(phone, offer(laptop))
    told = laptop.status(EVENT)
    assert (told["status"], told["position"], told["canEnter"]) == ("moved", None, False)
    assert b"another device" in laptop.visit(EVENT).body
    assert laptop.leave(EVENT).code == "PLACE_MOVED"
    beat = laptop.call("POST", "/api/queue/heartbeat", {"eventId": EVENT})
    assert (beat.status, beat.code) == (409, "PLACE_MOVED")
    stream = laptop.call("GET", f"/api/queue/stream?eventId={EVENT}")
    assert (stream.status, stream.code) == (409, "PLACE_MOVED")
    assert offer(laptop, 409) == "PLACE_MOVED"
    # The place is unaffected, and the old browser may join like any guest.
    assert phone.status(EVENT)["position"] == 1
    assert laptop.enter(EVENT)["position"] == 2
    assert number_of(laptop.token) == 3


def test_an_admission_moves_and_the_slot_is_one(line):
    laptop, waiting = entered(line, 2)
    old_entry = laptop.status(EVENT)["entryToken"]
    assert verify(line, old_entry).status == 204
    phone = line.guest()
    told = take(phone, offer(laptop))
    assert told["status"] == "admitted" and told["active"] == 1
    refused = verify(line, old_entry)
    assert (refused.status, refused.code) == (403, "ENTRY_TOKEN_REQUIRED")
    assert verify(line, told["entryToken"]).status == 204
    assert waiting.status(EVENT)["position"] == 1
    site = (line.data / "complete.key").read_text().strip()
    done = line.request("POST", "/api/queue/complete",
                        {"eventId": EVENT, "entryToken": told["entryToken"]},
                        {"Authorization": f"Bearer {site}"})
    assert done.status == 200
    assert eventually(lambda: waiting.status(EVENT)["status"] == "admitted")
    assert phone.status(EVENT)["reason"] == "completed"
    assert laptop.status(EVENT)["status"] == "moved"


def test_a_code_works_once_and_only_the_newest(line):
    _, laptop = entered(line, 2)
    first, second = offer(laptop), offer(laptop)
    assert first != second
    phone, other = line.guest(), line.guest()
    assert take(phone, first, 403)["code"] == "MOVE_CODE_INVALID"
    take(phone, second)
    assert take(other, second, 403)["code"] == "MOVE_CODE_INVALID"
    # The new holder may repeat the call, because its answer may have been lost.
    token = phone.token
    take(phone, second)
    assert number_of(phone.token) == number_of(token)
    for nonsense in ("7KQ2-M9XD", "x", "'; drop", "7" * 60):
        assert take(other, nonsense, 403)["code"] == "MOVE_CODE_INVALID"


def test_of_many_takers_one_wins(line):
    _, laptop = entered(line, 2)
    phones = [line.guest() for _ in range(8)]
    for phone in phones:
        phone.visit(EVENT)
    code, answers = offer(laptop), []

    def try_it(phone):
        answers.append(phone.call("POST", "/api/queue/move/take",
                                  {"eventId": EVENT, "code": code}).status)

    threads = [threading.Thread(target=try_it, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [403] * 7
    assert line.get(f"/api/queue/serving/{EVENT}").json()["waiting"] == 1


def test_who_stands_in_line_must_leave_first(line):
    _, laptop, phone = entered(line, 3)
    code = offer(laptop)
    assert take(phone, code, 409)["code"] == "HAS_PLACE"
    assert phone.leave(EVENT).status == 200
    assert take(phone, code)["position"] == 1
    assert line.get(f"/api/queue/serving/{EVENT}").json()["waiting"] == 1


def test_an_open_stream_of_the_old_device_ends_with_the_news(line):
    _, laptop = entered(line, 2)
    connection = http.client.HTTPConnection("127.0.0.1", line.port, timeout=10)
    connection.request("GET", f"/api/queue/stream?eventId={EVENT}",
                       headers={"X-Queue-Token": laptop.token})
    stream = connection.getresponse()
    assert stream.status == 200
    phone = line.guest()
    take(phone, offer(laptop))
    # Reads to the end of the stream, which the server closes.
    told = [json.loads(one[6:]) for one in stream.read().decode().splitlines()
            if one.startswith("data: ")]
    connection.close()
    assert told[0]["status"] == "waiting" and told[-1]["status"] == "moved"


def test_guessing_is_slow(line):
    guest = line.guest()
    guest.visit(EVENT)
    codes = [guest.call("POST", "/api/queue/move/take",
                        {"eventId": EVENT, "code": f"0000-{i:04}"}).code for i in range(25)]
    assert codes[:20] == ["MOVE_CODE_INVALID"] * 20
    assert codes[-1] == "TOO_MANY_REQUESTS"


def test_a_moved_device_joins_again_as_a_new_one(server):
    """Otherwise every move would permit one more place without a check."""
    open_event(server, maxActive=0)
    laptop, phone = server.guest(), server.guest()
    laptop.enter(EVENT)
    take(phone, offer(laptop))
    server.admin("PATCH", f"/events/{EVENT}", {"rules": {"proofOfWorkBits": 8}})
    phone.enter(EVENT)  # Has its own place.
    answer = laptop.call("POST", "/api/queue/enter", {"eventId": EVENT})
    assert (answer.status, answer.code) == (428, "PROOF_OF_WORK_REQUIRED")


def test_a_guest_of_the_site_has_nothing_to_move(line):
    line.create_event("members", identity="site")
    guest = line.guest()
    guest.visit("members")
    answer = guest.call("POST", "/api/queue/move/take", {"eventId": "members", "code": "7KQ2-M9XD"})
    assert (answer.status, answer.code) == (409, "PLACE_NOT_MOVABLE")


def test_another_site_cannot_have_a_place_moved(line):
    _, laptop = entered(line, 2)
    evil = {"Origin": "https://evil.example", "X-Onsale-Request": ""}
    answer = laptop.call("POST", "/api/queue/move", {"eventId": EVENT}, evil)
    assert (answer.status, answer.code) == (403, "FOREIGN_ORIGIN")


def test_killed_before_the_code_is_taken_only_the_code_is_lost(make_server):
    server = open_event(make_server().start(), maxActive=0)
    laptop, behind = entered(server, 2)
    code = offer(laptop)
    server.kill()
    server.start()
    phone = server.guest()
    assert take(phone, code, 403)["code"] == "MOVE_CODE_INVALID"
    assert laptop.status(EVENT)["position"] == 1
    take(phone, offer(laptop))
    assert phone.status(EVENT)["position"] == 1
    assert behind.status(EVENT)["position"] == 2


@pytest.mark.parametrize("snapshot", [False, True])
def test_killed_after_the_code_was_taken_the_place_has_moved(make_server, snapshot):
    settings = {"engine.snapshot_every": "1s"} if snapshot else {}
    server = open_event(make_server(settings=settings).start(), maxActive=1)
    laptop, waiting = entered(server, 2)
    old_entry = laptop.status(EVENT)["entryToken"]
    code, phone = offer(laptop), server.guest()
    entry = take(phone, code)["entryToken"]
    if snapshot:
        taken = time.time()
        eventually(lambda: any(path.stat().st_mtime > taken
                               for path in server.data.glob("snapshot-*")), 10)
    server.kill()
    server.start()
    assert phone.status(EVENT)["status"] == "admitted"
    assert verify(server, entry).status == 204
    assert verify(server, old_entry).code == "ENTRY_TOKEN_REQUIRED"
    assert laptop.status(EVENT)["status"] == "moved"
    assert waiting.status(EVENT)["position"] == 1
    assert take(server.guest(), code, 403)["code"] == "MOVE_CODE_INVALID"
    assert server.get(f"/api/queue/serving/{EVENT}").json()["active"] == 1
