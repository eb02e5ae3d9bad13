"""Attacks on tokens, and key rotation without logging anybody out."""

import base64
import json
import threading
import time

import jwt
import pytest

from onsale import eventually


@pytest.fixture
def line(server):
    """One event where all guests wait, and one where all are admitted."""
    server.create_event("wait", rules={"maxActive": 0})
    server.create_event("open")
    server.create_event("other", rules={"maxActive": 0})
    return server


def status_code(server, event, token):
    response = server.get(f"/api/queue/status?eventId={event}", {"X-Queue-Token": token})
    return 200 if response.status == 200 else response.code


def verify(server, event, token):
    return server.get("/api/verify", {"X-Onsale-Event": event, "X-Queue-Entry-Token": token})


def unpadded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(token):
    return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))


# --- the queue token


def test_every_changed_byte_ends_a_queue_token(line):
    guest = line.guest()
    token = guest.enter("wait")["token"]
    raw = decoded(token)
    assert status_code(line, "wait", token) == 200
    # Each byte of version, purpose, key, event, guest, number and MAC.
    for index in range(len(raw)):
        for bit in (0x01, 0x80):
            changed = bytearray(raw)
            changed[index] ^= bit
            assert status_code(line, "wait", unpadded(bytes(changed))) == "QUEUE_TOKEN_INVALID"


def test_a_queue_token_has_one_spelling(line):
    token = line.guest().enter("wait")["token"]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    last = alphabet.index(token[-1])
    spellings = [token[:-1], token + "A", token + "=", token + "==", token + " x", token.upper(),
                 token.replace("-", "+").replace("_", "/") + "\u00e9",
                 *(token[:-1] + alphabet[last ^ bit] for bit in (1, 2, 4, 8)), "A" * 4000]
    for spelling in spellings:
        assert status_code(line, "wait", spelling.encode("latin-1", "ignore").decode("latin-1")) \
            in ("QUEUE_TOKEN_INVALID", "HEAD_MALFORMED"), spelling


def test_a_queue_token_is_for_its_event_only(line):
    token = line.guest().enter("wait")["token"]
    assert status_code(line, "other", token) == "QUEUE_TOKEN_INVALID"
    assert status_code(line, "nowhere", token) == "QUEUE_TOKEN_INVALID"
    body = {"eventId": "other"}
    for path in ("/api/queue/heartbeat", "/api/queue/leave"):
        assert line.request("POST", path, body, {"X-Queue-Token": token}).code == \
            "QUEUE_TOKEN_INVALID"


def test_another_guests_token_shows_its_own_place_and_never_mine(line):
    mine, theirs = line.guest(), line.guest()
    mine.enter("wait"), theirs.enter("wait")
    # The header has priority over the cookie. Entering uses the visitor, not a token.
    mine.token = theirs.token
    assert mine.status("wait")["position"] == 2
    again = mine.call("POST", "/api/queue/enter", {"eventId": "wait"},
                      {"X-Queue-Token": theirs.token}).json()
    assert again["position"] == 1


def test_tokens_of_another_server_are_not_ours(line, make_server):
    foreign = make_server().start()
    for event in ("wait", "open"):
        foreign.create_event(event, **({"rules": {"maxActive": 0}} if event == "wait" else {}))
    guest, native = foreign.guest(), line.guest()
    native.enter("wait"), native.enter("open")
    queue_token = guest.enter("wait")["token"]
    entry_token = guest.enter("open")["entryToken"]
    assert status_code(line, "wait", queue_token) == "QUEUE_TOKEN_INVALID"
    assert verify(line, "open", entry_token).code == "ENTRY_TOKEN_REQUIRED"
    visitor = line.request("POST", "/api/queue/enter", {"eventId": "wait"},
                           {"Cookie": f"onsale_v={guest.cookies['onsale_v']}",
                            "X-Onsale-Request": "1"})
    assert visitor.code == "VISITOR_REQUIRED"


# --- the entry token


@pytest.fixture
def admitted(line):
    line.someone = line.guest()
    line.entry = line.someone.enter("open")["entryToken"]
    keys = json.loads(line.cli("key", "entry", "--json"))["keys"]
    line.kid, line.secret = keys[0]["kid"], decoded(keys[0]["secret"])
    assert verify(line, "open", line.entry).status == 204
    return line


def assert_refused(server, token, why):
    answer = verify(server, "open", token)
    assert (answer.status, answer.code) == (403, "ENTRY_TOKEN_REQUIRED"), why
    assert answer.json()["details"] == {"redirectTo": "/queue/open"}


def test_an_entry_token_is_an_ordinary_jwt(admitted):
    claims = jwt.decode(admitted.entry, admitted.secret, algorithms=["HS256"])
    assert set(claims) == {"sub", "uid", "adm", "iat", "exp"} and claims["sub"] == "open"
    assert 590 <= claims["exp"] - time.time() <= 600
    header = jwt.get_unverified_header(admitted.entry)
    assert header == {"alg": "HS256", "typ": "JWT", "kid": admitted.kid}


def test_no_algorithm_but_ours_is_taken(admitted):
    _, payload, signature = admitted.entry.split(".")
    claims = jwt.decode(admitted.entry, options={"verify_signature": False})
    for alg in ("none", "None", "NONE", "nOnE", "", "HS384", "HS512", "RS256", "ES256", "hs256"):
        header = unpadded(json.dumps({"alg": alg, "typ": "JWT", "kid": admitted.kid},
                                     separators=(",", ":")).encode())
        for mac in ("", signature, "A"):
            assert_refused(admitted, f"{header}.{payload}.{mac}", alg)
    for alg in ("HS384", "HS512"):
        token = jwt.encode(claims, admitted.secret, alg, {"kid": admitted.kid})
        assert_refused(admitted, token, alg)


def test_a_public_key_is_no_hmac_secret(admitted):
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    claims = jwt.decode(admitted.entry, options={"verify_signature": False})
    pem = private.public_key().public_bytes(serialization.Encoding.PEM,
                                            serialization.PublicFormat.SubjectPublicKeyInfo)
    assert_refused(admitted, jwt.encode(claims, private, "RS256", {"kid": admitted.kid}), "RS256")
    forged = jwt.api_jws.encode(json.dumps(claims).encode(), pem[:64], "HS256",
                                {"kid": admitted.kid})
    assert_refused(admitted, forged, "confusion")


def test_every_kid_but_the_live_ones_is_refused(admitted):
    claims = jwt.decode(admitted.entry, options={"verify_signature": False})
    for kid in ("0", "2", "255", "256", "01", "-1", "1 ", "../keys", "' OR 1=1", "http://x/", ""):
        assert_refused(admitted, jwt.encode(claims, admitted.secret, "HS256", {"kid": kid}), kid)
    assert_refused(admitted, jwt.encode(claims, admitted.secret, "HS256"), "no kid")
    assert_refused(admitted, jwt.encode(claims, b"\0" * 32, "HS256", {"kid": admitted.kid}),
                   "another secret")
    assert_refused(admitted, jwt.encode(claims, b"secret-secret-secret-secret-secret", "HS256",
                                        {"kid": admitted.kid}), "a guessed secret")


def test_every_changed_byte_ends_an_entry_token(admitted):
    token = admitted.entry
    for index, letter in enumerate(token):
        if letter == ".":
            continue
        changed = token[:index] + ("A" if letter != "A" else "B") + token[index + 1:]
        assert_refused(admitted, changed, f"byte {index}")
    for changed in (token + ".", token + "A", "." + token, token.replace(".", ".."),
                    token + "=", token.rsplit(".", 1)[0]):
        assert_refused(admitted, changed, changed)


def test_an_entry_token_is_for_its_event_only(admitted):
    for event in ("wait", "other"):
        answer = verify(admitted, event, admitted.entry)
        assert answer.code == "ENTRY_TOKEN_REQUIRED"
        assert answer.json()["details"]["redirectTo"] == f"/queue/{event}"
    assert verify(admitted, "nowhere", admitted.entry).code == "EVENT_NOT_FOUND"
    assert verify(admitted, "", admitted.entry).code == "BAD_FIELD"
    answer = admitted.get("/api/verify", {"X-Queue-Entry-Token": admitted.entry})
    # nginx treats anything but 2xx, 401 and 403 as an error and stays closed.
    assert answer.code == "BAD_FIELD"


def test_a_queue_token_is_no_entry_token_and_the_reverse(admitted):
    guest = admitted.someone
    queue_token = guest.cookies["onsale_q_open"]
    visitor = guest.cookies["onsale_v"]
    for wrong in (queue_token, visitor):
        assert_refused(admitted, wrong, "not an entry token")
    for wrong in (admitted.entry, visitor):
        assert status_code(admitted, "open", wrong) == "QUEUE_TOKEN_INVALID"
    for wrong in (queue_token, admitted.entry):
        answer = admitted.request("POST", "/api/queue/enter", {"eventId": "wait"},
                                  {"Cookie": f"onsale_v={wrong}", "X-Onsale-Request": "1"})
        assert answer.code == "VISITOR_REQUIRED"
    key = (admitted.data / "complete.key").read_text().strip()
    done = admitted.request("POST", "/api/queue/complete",
                            {"eventId": "open", "entryToken": queue_token},
                            {"Authorization": f"Bearer {key}"})
    assert done.code == "ENTRY_TOKEN_REQUIRED"


def test_an_admission_that_ended_ends_its_token(admitted):
    guest = admitted.someone
    guest.leave("open")
    eventually(lambda: verify(admitted, "open", admitted.entry).status == 403, 3)
    # Entering again gives a new admission. The old token stays invalid.
    fresh = guest.enter("open")["entryToken"]
    assert verify(admitted, "open", fresh).status == 204
    old = jwt.decode(admitted.entry, options={"verify_signature": False})
    new = jwt.decode(fresh, options={"verify_signature": False})
    assert old["uid"] == new["uid"]
    assert old["adm"] != new["adm"]
    assert_refused(admitted, admitted.entry, "an ended admission")


def test_an_admission_ends_by_its_deadline_whatever_the_token_says(make_server):
    server = make_server().start()
    server.create_event("short", rules={"admissionTtl": "1s", "claimWithin": "0s"})
    guest = server.guest()
    token = guest.enter("short")["entryToken"]
    keys = json.loads(server.cli("key", "entry", "--json"))["keys"][0]
    claims = jwt.decode(token, options={"verify_signature": False})
    eventually(lambda: verify(server, "short", token).status == 403, 4)
    # A token with a later expiry is refused even if it has a valid signature: the ledger decides.
    later = jwt.encode({**claims, "exp": claims["exp"] + 3600}, decoded(keys["secret"]), "HS256",
                       {"kid": keys["kid"]})
    assert verify(server, "short", later).status == 403


# --- rotation


def test_one_rotation_keeps_old_tokens_and_hands_out_new_ones(admitted):
    guest = admitted.guest()
    old = guest.enter("wait")["token"]
    admitted.cli("key", "rotate")
    answer = eventually(lambda: (guest.status("wait").get("token") and guest.status("wait")), 2)
    assert answer["token"] != old and answer["position"] == 1
    assert guest.cookies["onsale_q_wait"] == answer["token"]
    assert status_code(admitted, "wait", old) == 200
    assert verify(admitted, "open", admitted.entry).status == 204
    guest.token = answer["token"]
    assert "token" not in guest.status("wait")  # No new token is issued.


def test_two_rotations_end_tokens_that_nobody_used_meanwhile(admitted):
    guest = admitted.guest()
    old = guest.enter("wait")["token"]
    admitted.cli("key", "rotate")
    admitted.cli("key", "rotate")
    eventually(lambda: status_code(admitted, "wait", old) == "QUEUE_TOKEN_INVALID", 2)
    assert_refused(admitted, admitted.entry, "two rotations")
    assert guest.call("POST", "/api/queue/enter", {"eventId": "wait"},
                      {"X-Queue-Token": old}).code == "VISITOR_REQUIRED"


def test_polling_guests_outlive_any_number_of_rotations(admitted):
    guest = admitted.guest()
    guest.enter("wait")
    for _ in range(4):
        admitted.cli("key", "rotate")
        guest.token = eventually(lambda: guest.status("wait").get("token"), 2)
    assert guest.status("wait")["position"] == 1


def test_a_visitor_outlives_rotations_by_opening_pages(line):
    guest = line.guest()
    assert guest.enter("wait")["position"] == 1
    line.guest().enter("wait")
    for _ in range(3):
        before = guest.cookies["onsale_v"]
        line.cli("key", "rotate")
        eventually(lambda: guest.visit("wait") and guest.cookies["onsale_v"] != before, 2)
        # A new key keeps the visitor: sixteen bytes after version, purpose and kid.
        assert decoded(guest.cookies["onsale_v"])[3:19] == decoded(before)[3:19]
    guest.cookies = {"onsale_v": guest.cookies["onsale_v"]}
    guest.token = None
    assert guest.enter("wait")["position"] == 1  # Same guest, same place.


def test_a_visitor_outlives_rotations_by_polling(line):
    guest = line.guest()
    guest.enter("wait")
    line.guest().enter("wait")
    for _ in range(3):
        line.cli("key", "rotate")
        guest.token = eventually(lambda: guest.status("wait").get("token"), 2)
    assert guest.enter("wait")["position"] == 1


def test_rotating_logs_nobody_out_while_polling(line):
    guests = [line.guest() for _ in range(10)]
    for guest in guests:
        guest.enter("wait")
    stop, failures, polls = threading.Event(), [], [0]

    def poll(guest, position):
        while not stop.is_set():
            try:
                answer = guest.status("wait")
                guest.token = answer.get("token", guest.token)
                assert answer["position"] == position, answer
                polls[0] += 1
            except AssertionError as error:
                failures.append(error)
                return

    threads = [threading.Thread(target=poll, args=(guest, position))
               for position, guest in enumerate(guests, 1)]
    for thread in threads:
        thread.start()
    for _ in range(4):
        line.cli("key", "rotate")
        # All guests poll at least once before the next rotation.
        until = polls[0] + 300
        eventually(lambda: polls[0] >= until or failures, 20)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures


def test_keys_survive_a_restart(admitted):
    guest = admitted.guest()
    guest.enter("wait")
    admitted.cli("key", "rotate")
    admitted.kill()
    admitted.start()
    assert guest.status("wait")["position"] == 1
    assert verify(admitted, "open", admitted.entry).status == 204


def test_no_secret_stands_in_the_logs(make_server):
    server = make_server(settings={"log.level": "debug"}).start()
    server.create_event("wait", rules={"maxActive": 0})
    server.create_event("open")
    guest = server.guest()
    secrets = [guest.enter("wait")["token"], guest.enter("open")["entryToken"],
               guest.cookies["onsale_v"]]
    for token in list(secrets):
        status_code(server, "wait", token[:-2] + "AA")
        verify(server, "open", token)
        secrets.append(token[:-2] + "AA")
        server.get(f"/api/queue/status?eventId=wait&token={token}")
    server.cli("key", "rotate")
    keys = json.loads(server.cli("key", "entry", "--json"))["keys"]
    secrets += [key["secret"] for key in keys]
    secrets += [(server.data / name).read_text().strip() for name in ("owner.key", "complete.key")]
    secrets += [line.split()[-1] for line in (server.data / "keys").read_text().splitlines()[1:]]
    server.admin("GET", "/events")
    server.request("GET", "/api/admin/events", headers={"Authorization": "Bearer wrong-key-123"},
                   port=server.admin_port)
    secrets.append("wrong-key-123")
    server.stop()
    log = server.read_log()
    assert "serving" in log
    for secret in secrets:
        assert secret not in log


def test_secret_files_are_private(line):
    for name in ("owner.key", "complete.key", "keys"):
        assert (line.data / name).stat().st_mode & 0o777 == 0o600, name
