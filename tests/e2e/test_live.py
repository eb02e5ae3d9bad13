"""Live numbers and their history match the calls over HTTP."""

import csv
import io
import json
import subprocess
import time

import onsale
from onsale import eventually, iso


def live(server, event):
    return server.admin("GET", f"/events/{event}/live")


def history(server, event, query=""):
    return server.admin("GET", f"/events/{event}/live/history{query}")


def sums(answer):
    return {name: sum(answer["columns"][name])
            for name in ("arrived", "admitted", "completed", "left")}


def sampled(server, event, wanted):
    """Waits until the history has these sums. A sample is taken once a second."""
    eventually(lambda: sums(history(server, event)) == wanted, 5)
    return history(server, event)


def test_live_and_history_equal_what_happened(server):
    server.create_event("tour", rules={"maxActive": 2})
    guests = [server.guest() for _ in range(6)]
    for guest in guests:
        eventually(lambda: guest.visit("tour").status == 200, 3)
        guest.enter("tour")
    eventually(lambda: guests[0].status("tour")["status"] == "admitted", 3)
    sampled(server, "tour", {"arrived": 6, "admitted": 2, "completed": 0, "left": 0})
    before = live(server, "tour")
    assert (before["waiting"], before["active"], before["maxActive"]) == (4, 2, 2)
    assert before["totals"]["arrived"] == 6 and before["totals"]["admitted"] == 2

    key = (server.data / "complete.key").read_text().strip()
    entry = eventually(lambda: guests[0].status("tour").get("entryToken"), 3)
    done = server.request("POST", "/api/queue/complete",
                          {"eventId": "tour", "entryToken": entry},
                          {"Authorization": f"Bearer {key}"})
    assert done.status == 200, done.body
    for _ in range(3):
        assert server.guest().call("GET", "/api/queue/status?eventId=tour").code \
            == "QUEUE_TOKEN_REQUIRED"
    answer = sampled(server, "tour", {"arrived": 6, "admitted": 3, "completed": 1, "left": 0})
    columns = answer["columns"]
    assert columns["waiting"][-1] == 3 and columns["active"][-1] == 2
    assert columns["time"] == sorted(set(columns["time"]))
    errors = answer["server"].pop("errors")
    assert {len(column) for part in ("columns", "server") for column in answer[part].values()} \
        == {len(columns["time"])}
    refused = next(one for one in errors if one["code"] == "QUEUE_TOKEN_REQUIRED")
    assert refused["total"] == sum(refused["counts"]) == 3
    assert len(refused["counts"]) == len(columns["time"])
    funnel = live(server, "tour")["funnel"]
    assert (funnel["joined"], funnel["admitted"], funnel["paid"]) == (6, 3, 0)
    # Exactly one row covers each second.
    steps = [b - a for a, b in zip(columns["time"], columns["time"][1:])]
    assert steps == columns["covers"][1:]
    assert {"code": "QUEUE_TOKEN_REQUIRED", "count": 3} \
        in live(server, "tour")["server"]["topRefusals"]
    assert "QUEUE_TOKEN_REQUIRED" in answer["server"]["topRefusal"]
    assert sum(answer["server"]["polls"]) >= 4 and max(answer["server"]["statusP99Us"]) > 0
    assert sum(answer["server"]["requests"]) > 20 and max(answer["server"]["commitMeanUs"]) > 0
    assert sums(history(server, "tour", "?by=minute")) == sums(history(server, "tour"))


def test_the_command_line_watches_and_exports(server):
    server.create_event("tour", rules={"maxActive": 0})
    guest = server.guest()
    eventually(lambda: guest.visit("tour").status == 200, 3)
    guest.enter("tour")
    eventually(lambda: sum(history(server, "tour")["columns"]["arrived"]) == 1, 5)
    lines = [json.loads(line) for line in
             server.cli("line", "watch", "tour", "--count", "3", "--json").splitlines()]
    assert [b["time"] - a["time"] for a, b in zip(lines, lines[1:])] \
        == [line["covers"] for line in lines[1:]]
    assert [line["waiting"] for line in lines] == [1, 1, 1]
    told = server.cli("line", "watch", "tour", "--count", "1").splitlines()
    assert len(told) == 2 and "arriving/s" in told[0] and told[1].split()[1] == "1"
    rows = list(csv.DictReader(io.StringIO(server.cli("line", "history", "tour", "--csv"))))
    assert sum(int(row["arrived"]) for row in rows) == 1
    assert "waiting" in server.cli("line", "history", "tour", "--by", "second", "--limit", "2")


def test_watching_ends_with_the_event(server):
    server.create_event("tour")
    eventually(lambda: history(server, "tour")["columns"]["time"], 5)
    watch = subprocess.Popen([onsale.BINARY, "line", "watch", "tour", "--data", str(server.data)],
                             stdout=subprocess.PIPE, text=True)
    assert "waiting" in watch.stdout.readline()
    server.cli("event", "close", "tour")
    rest, _ = watch.communicate(timeout=15)
    assert watch.returncode == 0 and rest.endswith("The event is closed.\n")


def test_a_restart_begins_new_seconds_and_keeps_the_minutes_and_the_line(make_server):
    server = make_server()
    server.start()
    server.create_event("tour", rules={"maxActive": 0})
    guest = server.guest()
    eventually(lambda: guest.visit("tour").status == 200, 3)
    guest.enter("tour")
    eventually(lambda: sum(history(server, "tour")["columns"]["arrived"]) == 1, 5)
    server.stop()
    restarted = iso(time.time())
    server.start()
    eventually(lambda: history(server, "tour")["columns"]["time"], 5)
    columns = history(server, "tour")["columns"]
    assert sum(columns["arrived"]) == 0 and columns["waiting"][-1] == 1
    assert iso(columns["time"][0]) >= restarted
    assert live(server, "tour")["totals"]["arrived"] == 1
    assert sum(history(server, "tour", "?by=minute")["columns"]["arrived"]) == 1


def test_a_draft_has_no_history_yet(server):
    server.create_event("tour", opensAt=iso(time.time() + 3600))
    assert live(server, "tour")["perSecond"] is None
    assert history(server, "tour")["columns"]["time"] == []
