"""The line over HTTP, from the view of a guest and of an operator."""

import threading

from onsale import eventually


def test_the_first_guest_is_let_in_at_once(server):
    server.create_event("concert")
    answer = server.guest().enter("concert")
    assert answer["status"] == "admitted" and answer["canEnter"] and answer["entryToken"]


def test_positions_are_exact_and_fall_as_guests_leave(server):
    server.create_event("concert", rules={"maxActive": 0})
    guests = [server.guest() for _ in range(5)]
    assert [guest.enter("concert")["position"] for guest in guests] == [1, 2, 3, 4, 5]
    assert guests[4].status("concert")["behind"] == 0
    assert guests[0].leave("concert").status == 200
    # The place is kept for a minute, so that the leave can be undone.
    assert guests[4].status("concert")["position"] == 5
    assert guests[0].enter("concert")["position"] == 1


def test_entering_again_gives_the_same_place(server):
    server.create_event("concert", rules={"maxActive": 0})
    guest, other = server.guest(), server.guest()
    first = guest.enter("concert")
    other.enter("concert")
    again = guest.enter("concert")
    assert (again["position"], again["token"]) == (1, first["token"])


def test_nobody_is_told_a_wait_while_nobody_is_let_in(server):
    server.create_event("concert", rules={"maxActive": 1})
    server.guest().enter("concert")
    guest = server.guest()
    assert guest.enter("concert")["estimatedWait"] > 0

    def told():
        return guest.status("concert")["estimatedWait"]

    def stopped(stop, go_on):
        server.admin(*stop)
        eventually(lambda: told() is None)
        assert guest.status("concert")["position"] == 1
        assert server.admin("GET", "/events/concert/line")["estimatedWaitLast"] is None
        server.admin(*go_on)
        eventually(told)

    actions, levers = "/events/concert/actions", "/events/concert/levers"
    stopped(("POST", actions, {"action": "pause"}), ("POST", actions, {"action": "resume"}))
    stopped(("PUT", levers, {"admissionStopped": True}), ("PUT", levers, {"admissionStopped": False}))


def test_raising_the_limit_lets_the_first_in_within_a_second(server):
    from onsale import eventually

    server.create_event("concert", rules={"maxActive": 0})
    guests = [server.guest() for _ in range(3)]
    for guest in guests:
        guest.enter("concert")
    server.admin("PATCH", "/events/concert", {"rules": {"maxActive": 2}})
    eventually(lambda: guests[1].status("concert")["status"] == "admitted", 2)
    assert guests[0].status("concert")["status"] == "admitted"
    assert guests[2].status("concert")["position"] == 1


def test_a_thousand_contenders_for_ten_slots_give_ten_admissions(server):
    server.create_event("concert", rules={"maxActive": 10, "admitPerSecond": 1000})
    answers = []

    def contend():
        for _ in range(50):
            answers.append(server.guest().enter("concert"))

    threads = [threading.Thread(target=contend) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    line = server.admin("GET", "/events/concert/line")
    assert len(answers) == 1000
    assert line["active"] == 10 and line["waiting"] == 990
    assert len({answer["token"] for answer in answers}) == 1000


def test_an_unknown_event_and_a_foreign_token_are_refused_by_code(server):
    server.create_event("concert")
    guest = server.guest()
    guest.visit("concert")
    assert guest.enter("nowhere", expect=404)["code"] == "EVENT_NOT_FOUND"
    assert guest.status("concert", expect=401)["code"] == "QUEUE_TOKEN_REQUIRED"
    guest.token = "A" * 58
    assert guest.status("concert", expect=401)["code"] == "QUEUE_TOKEN_INVALID"
