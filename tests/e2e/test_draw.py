"""The provable draw of a shuffled lobby, over HTTP, with the CLI, and computed in the test."""

import base64
import hashlib
import http.server
import json
import struct
import threading
import time

import pytest

from onsale import eventually, iso

MEMBERS = 21


@pytest.fixture
def lobby(server):
    """A lobby with its guests, before the draw."""
    server.create_event("show", order="lobby-shuffle", rules={"maxActive": 0},
                        lobbyOpensAt=iso(time.time() - 60), opensAt=iso(time.time() + 3600))
    eventually(lambda: server.get("/api/queue/serving/show").json()["status"] == "lobby", 3)
    server.members = [server.guest() for _ in range(MEMBERS)]
    for member in server.members:
        assert member.enter("show")["status"] == "lobby"
    return server


def proof(server, guest=None):
    if guest is None:
        return server.get("/api/queue/order/show").json()
    return guest.call("GET", "/api/queue/order/show?receipt=1").json()


def drawn(server):
    server.cli("event", "open", "show")

    def drawn_proof():
        answer = proof(server)  # One answer: another loop may not know of the draw yet.
        return answer if answer["drawn"] else None

    return eventually(drawn_proof, 3)


def leaves(server):
    answer = server.get("/api/queue/order/show/leaves")
    assert answer.status == 200
    return [answer.body[i:i + 16] for i in range(0, len(answer.body), 16)]


# --- "onsale-draw-1": a second implementation according to docs/format/draw.md


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def merkle_root(members):
    level = [sha(b"\0", leaf) for leaf in members]
    while len(level) > 1:
        up = [sha(b"\1", level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = up + ([level[-1]] if len(level) % 2 else [])
    return level[0]


def draw_order(secret, root, count):
    seed, words, counter = sha(secret, root), [], 0
    order = list(range(count))
    for i in range(count, 1, -1):
        limit = 2**64 - 2**64 % i
        while True:
            if not words:
                words = list(struct.unpack("<4Q", sha(seed, struct.pack("<Q", counter))))
                counter += 1
            value = words.pop(0)
            if value < limit:
                break
        order[i - 1], order[value % i] = order[value % i], order[i - 1]
    return order


def test_before_the_draw_there_is_a_commitment_and_no_position(lobby):
    before = proof(lobby)
    assert before["order"] == "lobby-shuffle" and before["drawn"] is False
    assert len(bytes.fromhex(before["commitment"])) == 32
    assert not {"secret", "membersRoot", "receipt"} & set(proof(lobby, lobby.members[0]))
    assert lobby.get("/api/queue/order/show/leaves").code == "DRAW_NOT_DONE"
    for member in lobby.members:
        answer = member.status("show")
        assert answer["status"] == "lobby" and answer["position"] is None and not answer["canEnter"]
    # The first guest in the lobby sees the same as the last one.
    first, last = lobby.members[0].status("show"), lobby.members[-1].status("show")
    assert (first["ahead"], first["behind"]) == (last["ahead"], last["behind"])


def test_the_commitment_binds_the_secret_that_is_revealed(lobby):
    promised = proof(lobby)["commitment"]
    after = drawn(lobby)
    assert after["commitment"] == promised
    assert hashlib.sha256(bytes.fromhex(after["secret"])).hexdigest() == promised


def test_positions_are_a_permutation_that_anyone_can_recompute(lobby):
    after = drawn(lobby)
    positions = [member.status("show")["position"] for member in lobby.members]
    assert sorted(positions) == list(range(1, MEMBERS + 1))
    members = leaves(lobby)
    assert len(members) == after["memberCount"] == MEMBERS
    root = merkle_root(members)
    assert root.hex() == after["membersRoot"]
    order = draw_order(bytes.fromhex(after["secret"]), root, MEMBERS)
    places = {index: place for place, index in enumerate(order, 1)}
    # Nobody left, so the leaves have the order in which the members joined.
    assert positions == [places[index] for index in range(MEMBERS)]
    assert positions != sorted(positions)  # Fails by chance once in 21! runs.


def test_a_receipt_is_about_its_own_guest(lobby):
    drawn(lobby)
    for member in lobby.members[:5]:
        receipt = proof(lobby, member)["receipt"]
        raw = base64.urlsafe_b64decode(member.token + "==")
        guest, number = raw[7:23], struct.unpack("<I", raw[23:27])[0]
        leaf = sha(b"onsale-draw-1", struct.pack("<I", number), guest)[:16]
        assert receipt["number"] == number and receipt["leaf"] == leaf.hex()
        assert receipt["place"] == member.status("show")["position"]
    assert "receipt" not in proof(lobby)
    # The header also works. A cookie alone changes nothing at a cached address.
    one = lobby.members[0]
    by_header = lobby.get("/api/queue/order/show", {"X-Queue-Token": one.token}).json()
    assert by_header["receipt"] == proof(lobby, one)["receipt"]
    assert "receipt" not in one.call("GET", "/api/queue/order/show").json()


def test_the_cli_proves_the_draw_and_a_receipt(lobby, tmp_path):
    promised = proof(lobby)["commitment"]
    drawn(lobby)
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(proof(lobby, lobby.members[7])["receipt"]))
    assert "The draw is valid." in lobby.cli("line", "verify-order", "show")
    told = lobby.cli("line", "verify-order", "show", "--receipt", str(receipt),
                     "--commitment", promised, "--json")
    assert json.loads(told)["holds"] is True
    # Uses the public listener without a key, like a guest.
    told = lobby.cli("line", "verify-order", "show", "--receipt", str(receipt),
                     "--url", f"http://127.0.0.1:{lobby.port}")
    assert "The draw is valid." in told


def test_the_cli_refuses_a_draw_that_has_not_happened(lobby):
    lobby.cli("line", "verify-order", "show", expect=1)


def test_the_cli_refuses_a_changed_receipt_or_commitment(lobby, tmp_path):
    drawn(lobby)
    good = proof(lobby, lobby.members[0])["receipt"]
    other = proof(lobby, lobby.members[1])["receipt"]
    wrong = [{**good, "place": good["place"] % MEMBERS + 1}, {**good, "leaf": other["leaf"]},
             {**good, "index": other["index"]}, {**good, "path": good["path"][:-1]},
             {**good, "path": other["path"]}, {}]
    for number, receipt in enumerate(wrong):
        file = tmp_path / f"receipt-{number}.json"
        file.write_text(json.dumps(receipt))
        lobby.cli("line", "verify-order", "show", "--receipt", str(file), expect=1)
    lobby.cli("line", "verify-order", "show", "--commitment", "00" * 32, expect=1)


class LyingServer:
    """Publishes a false proof or false leaves."""

    def __init__(self, published, members):
        bodies = {"/api/queue/order/show": json.dumps(published).encode(),
                  "/api/queue/order/show/leaves": b"".join(members)}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = bodies[self.path]
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def test_the_cli_catches_a_server_that_lies(lobby):
    after, members = drawn(lobby), leaves(lobby)
    swapped = [members[1], members[0], *members[2:]]
    lies = {
        "a leaf changed": (after, [b"\1" * 16, *members[1:]]),
        "a member dropped": ({**after, "memberCount": MEMBERS - 1}, members[:-1]),
        "a member added": ({**after, "memberCount": MEMBERS + 1}, members + [b"\2" * 16]),
        "two members swapped": (after, swapped),
        "another secret": ({**after, "secret": "11" * 32}, members),
        "another algorithm": ({**after, "algorithm": "trust-me"}, members),
        "another root": ({**after, "membersRoot": "22" * 32}, members),
    }
    with LyingServer(after, members) as honest:
        lobby.cli("line", "verify-order", "show", "--url", honest)
    for lie, (published, shown) in lies.items():
        with LyingServer(published, shown) as url:
            told = lobby.cli("line", "verify-order", "show", "--url", url, expect=1)
            assert "FAILED" in told, lie


def test_latecomers_follow_the_lobby_in_the_order_they_come(lobby):
    drawn(lobby)
    late = [lobby.guest() for _ in range(3)]
    assert [guest.enter("show")["position"] for guest in late] == [22, 23, 24]
    assert "receipt" not in proof(lobby, late[0])


def test_who_left_before_the_draw_is_not_in_it(lobby):
    # The place of a guest who left is kept for a minute and is drawn. A revoked place is not.
    lobby.cli("line", "revoke", "show", "--queue-token", lobby.members[3].token)
    after = drawn(lobby)
    assert after["memberCount"] == MEMBERS - 1
    rest = [member for member in lobby.members if member is not lobby.members[3]]
    positions = [member.status("show")["position"] for member in rest]
    assert sorted(positions) == list(range(1, MEMBERS))
    assert lobby.members[3].status("show")["status"] == "expired"
    assert "The draw is valid." in lobby.cli("line", "verify-order", "show")


def test_the_draw_survives_a_restart(lobby):
    after = drawn(lobby)
    positions = [member.status("show")["position"] for member in lobby.members]
    lobby.kill()
    lobby.start()
    assert proof(lobby) == after
    assert [member.status("show")["position"] for member in lobby.members] == positions


def test_two_draws_of_the_same_guests_differ(server):
    orders = []
    for key in ("one", "two"):
        server.create_event(key, order="lobby-shuffle", rules={"maxActive": 0},
                            lobbyOpensAt=iso(time.time() - 60), opensAt=iso(time.time() + 3600))
    eventually(lambda: server.get("/api/queue/serving/two").json()["status"] == "lobby", 3)
    guests = [server.guest() for _ in range(12)]
    for key in ("one", "two"):
        for guest in guests:
            guest.enter(key)
        server.cli("event", "open", key)
        eventually(lambda: guests[0].status(key)["position"] is not None, 3)
        answers = []
        for guest in guests:
            guest.token = guest.cookies[f"onsale_q_{key}"]
            answers.append(guest.status(key)["position"])
        orders.append(answers)
    assert orders[0] != orders[1]
    assert (server.get("/api/queue/order/one").json()["commitment"] !=
            server.get("/api/queue/order/two").json()["commitment"])


def test_a_first_come_line_has_no_draw(server):
    server.create_event("plain")
    order = server.get("/api/queue/order/plain").json()
    assert order["order"] == "fifo" and order["drawn"] is False and "commitment" not in order
    assert server.get("/api/queue/order/plain/leaves").code == "DRAW_NOT_DONE"
