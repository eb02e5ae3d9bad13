"""Checks api/openapi.yaml against the running server: calls every path, and runs schemathesis."""

import copy
import http.client
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from api_description import (API, METHODS, ROOT, example_body, is_admin, operations,
                             parameters_of)
from onsale import eventually, iso

# The seed of the random calls. It is fixed, so that every run makes the same calls. Change it to
# search elsewhere.
SEED = os.environ.get("ONSALE_API_SEED", "20261115")

# Values of path parameters.
PATH_VALUES = {"eventId": "demo", "key": "demo", "phase": "main", "performance": "demo",
               "code": "O-0000000000000", "refund": "0", "number": "B-20261115-222222",
               "provider": "nobody", "name": "0" * 64 + ".png"}


@pytest.fixture
def demo(server):
    """Creates the objects that the examples of the yaml refer to: an event with a phase and a
    guest."""
    server.create_event("demo", title="Demo", phases=[
        {"id": "main", "who": "everybody", "from": iso(time.time() - 60),
         "to": iso(time.time() + 3600)}],
        performances=[{"id": "demo", "startsAt": iso(time.time() + 86400 * 30)}])
    hall = "/api/admin/events/{key}/performances/{performance}/hall"
    terms = "/api/admin/events/{key}/terms"
    server.admin("PUT", address(hall).removeprefix("/api/admin"),
                 example_body(API["paths"][hall]["put"]), expect=201)
    server.admin("PUT", address(terms).removeprefix("/api/admin"),
                 example_body(API["paths"][terms]["put"]))
    server.visitor = server.guest()
    eventually(lambda: server.visitor.visit("demo") and server.visitor.call(
        "POST", "/api/queue/enter", {"eventId": "demo"}).status == 200, 3)
    server.visitor.enter("demo")
    server.owner = (server.data / "owner.key").read_text().strip()
    server.site = (server.data / "complete.key").read_text().strip()
    return server


def headers_for(server, path):
    guest = server.visitor
    if is_admin(path):
        return {"Authorization": f"Bearer {server.owner}"}
    headers = {"X-Onsale-Request": "1", "X-Queue-Token": guest.token, "X-Onsale-Event": "demo",
               "Cookie": "; ".join(f"{k}={v}" for k, v in guest.cookies.items())}
    if path == "/api/queue/complete":
        headers["Authorization"] = f"Bearer {server.site}"
    return headers


def address(path, operation=None, query=True):
    address = path
    for name, value in PATH_VALUES.items():
        address = address.replace("{" + name + "}", value)
    wanted = [one for one in parameters_of(path, operation or {}) if one["in"] == "query" and
              one.get("required")] if query else []
    return address + ("?" + "&".join(f"{one['name']}={one.get('example', 'demo')}" for one in wanted) if wanted else "")


def ask(server, method, path, operation):
    port = server.admin_port if is_admin(path) else server.port
    if path == "/api/queue/stream":
        # The stream is endless, so only the status line is read.
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request(method.upper(), address(path, operation),
                           headers=headers_for(server, path))
        answer = connection.getresponse()
        assert answer.status == 200 and answer.readline() != b""
        connection.close()
        return None
    return server.request(method.upper(), address(path, operation), example_body(operation),
                          headers_for(server, path), port=port)


def assert_error_shape(answer, where):
    error = answer.json()
    assert set(error) == {"code", "message", "details"}, where
    assert error["code"] == error["code"].upper() and error["message"], where
    assert isinstance(error["details"], dict), where
    assert answer.header("Content-Type") == "application/json", where


def test_every_documented_call_exists(demo):
    walked = 0
    # Reads come first, because the other examples pause, revoke and complete.
    for path, method, operation in sorted(operations(), key=lambda one: one[1] != "get"):
        answer = ask(demo, method, path, operation)
        walked += 1
        if answer is None:
            continue
        where = (method, path, answer.status, answer.body[:200])
        assert answer.status not in (405, 500, 501), where
        if answer.status == 404:
            assert answer.code != "NOT_FOUND", where
        # For every call, the address or a header can be too long.
        assert {str(answer.status), "414", "431"} <= set(operation["responses"]), where
        if answer.status >= 400:
            assert_error_shape(answer, where)
    assert walked == sum(1 for _ in operations()) >= 25


def test_the_examples_of_the_yaml_work(demo):
    """The documented example of each call must give a documented answer."""
    refused = {}
    for path, method, operation in operations():
        if method != "get" or path == "/api/queue/stream":
            continue
        answer = ask(demo, method, path, operation)
        if answer.status >= 300:
            refused[path] = (answer.status, answer.code)
    assert refused == {"/api/queue/order/{eventId}/leaves": (409, "DRAW_NOT_DONE"),
                       "/api/payment/refund-preview": (404, "ORDER_NOT_FOUND"),
                       "/api/payment/return/{provider}": (404, "PROVIDER_NOT_FOUND"),
                       "/api/orders/{code}": (404, "ORDER_NOT_FOUND"),
                       "/api/bookings/{number}": (404, "BOOKING_NOT_FOUND"),
                       "/api/admin/orders/{code}": (404, "ORDER_NOT_FOUND"),
                       "/api/admin/bookings/{number}": (404, "BOOKING_NOT_FOUND"),
                       "/images/{name}": (404, "IMAGE_NOT_FOUND")}


def test_undocumented_methods_are_refused_by_name(demo):
    for path, item in API["paths"].items():
        port = demo.admin_port if is_admin(path) else demo.port
        for method in METHODS:
            if method in item:
                continue
            answer = demo.request(method.upper(), address(path, query=False),
                                  {} if method in ("post", "put", "patch") else None,
                                  headers_for(demo, path), port=port)
            where = (method, path, answer.status, answer.body[:100])
            assert (answer.status, answer.code) == (405, "METHOD_NOT_ALLOWED"), where
            assert_error_shape(answer, where)
            allowed = {one.strip() for one in (answer.header("Allow") or "").split(",")}
            assert {one.upper() for one in METHODS if one in item} <= allowed, where


def test_what_is_not_documented_is_not_there(demo):
    for path in ("/api", "/api/", "/api/queue", "/api/queue/", "/api/queue/enter/", "/api/nowhere",
                 "/api/verify/", "/api/queue/status/demo", "/.git/config", "/healthz/",
                 "/openapi.json", "/debug"):
        for method in ("GET", "POST"):
            answer = demo.request(method, path, {} if method == "POST" else None)
            assert (answer.status, answer.code) == (404, "NOT_FOUND"), (method, path, answer.body)
            assert_error_shape(answer, path)
    for path in ("/api/events/demo/rules", "/api/queue/order/demo/leaves/x",
                 "/api/queue/serving/demo/x"):
        assert demo.get(path).status == 404, path


def test_every_route_of_the_program_is_documented():
    """Ensures that code generated from the description covers exactly the routes."""
    http = ROOT / "src/adapter/http"
    guest = re.findall(r'\{M::k(\w+), "(/api/[^"]*)"', (http / "guest/guest_site.cpp").read_text())
    admin = re.findall(r'\{Method::k(\w+),\s+"(/api/[^"]*)"', (http / "operator/call/admin_routes.cpp").read_text())
    assert len(guest) > 30 and len(admin) > 50
    documented = {(method, re.sub(r"\{\w+\}", "{}", path)) for path, method, _ in operations()}
    # A guest route that ends in a slash has one path parameter.
    routes = {(method.lower(), path + "{}" if path.endswith("/") else re.sub(r"\{\w+\}", "{}", path))
              for method, path in guest + admin}
    assert routes - documented == set()
    assert documented - routes - {("get", "/api/queue/order/{}/leaves")} == {
        ("get", "/healthz"), ("get", "/readyz"), ("get", "/metrics"), ("get", "/images/{}")}


def test_a_name_that_stands_twice_in_a_body_is_refused(demo):
    for path, method, operation in operations():
        if path == "/api/admin/backup" or not isinstance(example_body(operation), dict):
            continue  # The backup is refused before its body is read.
        name, value = next(iter({**example_body(operation), "x": 1}.items()))
        twice = '{"%s":%s,"%s":%s}' % (name, json.dumps(value), name, json.dumps(value))
        answer = demo.request(method.upper(), address(path, operation), twice,
                              {**headers_for(demo, path), "Content-Type": "application/json"},
                              port=demo.admin_port if is_admin(path) else demo.port)
        assert (answer.status, answer.code) == (400, "BAD_JSON"), (path, answer.body)


def test_head_is_get_without_a_body(demo):
    for path in ("/api/events", "/api/events/demo", "/api/queue/serving/demo", "/healthz", "/en/"):
        get, head = demo.get(path), demo.request("HEAD", path)
        assert head.status == get.status and head.body == b"", path
        assert head.header("Content-Type") == get.header("Content-Type"), path


def test_bodies_that_are_not_what_is_asked_are_refused(demo):
    for path, method, operation in operations():
        if "application/json" not in operation.get("requestBody", {}).get("content", {}):
            continue
        port = demo.admin_port if is_admin(path) else demo.port
        headers = headers_for(demo, path)

        def send(body, kind="application/json"):
            return demo.request(method.upper(), address(path, operation), body,
                                {**headers, "Content-Type": kind}, port=port)

        if path != "/api/admin/backup":  # Refused before its body is read.
            for body in ("", "{", "[]", "null", '"x"', '{"nonsense":1}', "{}" * 2, "\x00"):
                answer = send(body)
                assert answer.status in (400, 422), (method, path, body, answer.body)
                assert_error_shape(answer, path)
            deep = send("[" * 5000 + "]" * 5000)
            assert deep.status == 400, (path, deep.body)
            wrong = send(json.dumps(example_body(operation)), "text/plain")
            assert (wrong.status, wrong.code) == (415, "UNSUPPORTED_MEDIA_TYPE"), path
        # Refused because of its length, before any byte of the body is read.
        huge = demo.request(method.upper(), address(path, operation), None,
                            {**headers, "Content-Type": "application/json",
                             "Content-Length": str(9 << 20)}, port=port)
        assert (huge.status, huge.code) == (413, "BODY_TOO_LARGE"), path


def test_errors_speak_the_guests_language_and_keep_their_code(demo):
    english = demo.get("/api/events/nowhere", {"Accept-Language": "en"}).json()
    korean = demo.get("/api/events/nowhere", {"Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8"}).json()
    assert english["code"] == korean["code"] == "EVENT_NOT_FOUND"
    assert english["message"] != korean["message"] and not korean["message"].isascii()


def test_every_code_of_the_yaml_is_spelled_as_the_server_spells_it():
    source = (ROOT / "src/adapter/http/api/error/api_error.cpp").read_text()
    codes = set(re.findall(r'\{\d{3}, "([A-Z_]+)"', source))
    assert len(codes) > 30
    text = json.dumps(API["components"]["responses"])
    named = {word for word in re.findall(r"\b[A-Z]{2,}(?:_[A-Z]+)+\b", text)}
    assert named - codes == set()
    unnamed = codes - named - {"INTERNAL", "OVERLOADED"}
    assert unnamed == set()


# --- schemathesis

# Number of random calls per operation. Increase it for a longer search.
EXAMPLES = os.environ.get("ONSALE_API_EXAMPLES", "15")
# A body that matches the schema may still be unusable for this sale: 422, never 400.
# A refused call may also be too long (413, 414, 431), for example when it repeats a parameter.
STATUSES = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422, 428, 429, 431, "5xx"]
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 422, 429, 503]
"""


def strict_description(folder):
    """The description without `default` responses, so that every status must be documented for its
    call."""
    strict = copy.deepcopy(API)
    for path, method, _ in operations():
        strict["paths"][path][method]["responses"].pop("default", None)
    schema = folder / "openapi.yaml"
    schema.write_text(yaml.safe_dump(strict))
    return schema


def fuzz(server, folder, url, *arguments):
    """Random valid and invalid calls from a seed, with existing objects for names. Calls that
    the description forbids must be refused, and calls that it allows must be accepted."""
    config = folder / "schemathesis.toml"
    config.write_text("[parameters]\n" + "".join(
        f'"path.{name}" = "{value}"\n' for name, value in PATH_VALUES.items()) +
        '"query.eventId" = "demo"\n"header.X-Onsale-Event" = "demo"\n' + STATUSES)
    done = subprocess.run(
        [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config), "run",
         str(strict_description(folder)), "--url", url, "--checks", "all", "--seed", SEED,
         "--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES, "--no-shrink",
         "--continue-on-failure", "--request-timeout", "10", "--warnings", "off",
         "--suppress-health-check", "all", "--generation-database", "none", *arguments],
        capture_output=True, text=True, timeout=170 * max(1, int(EXAMPLES) // 15), cwd=folder)
    assert server.process.poll() is None, server.read_log()[-2000:]
    assert done.returncode == 0, done.stdout + done.stderr


def test_schemathesis_finds_nothing_on_the_guests_api(demo, tmp_path):
    guest = demo.visitor
    cookies = "; ".join(f"{k}={v}" for k, v in guest.cookies.items())
    fuzz(demo, tmp_path, f"http://127.0.0.1:{demo.port}", "--exclude-tag", "admin",
         "--exclude-path", "/api/queue/stream", "-H", f"X-Queue-Token: {guest.token}",
         "-H", f"Cookie: {cookies}", "-H", f"Authorization: Bearer {demo.site}")


def test_schemathesis_finds_nothing_as_a_stranger(demo, tmp_path):
    fuzz(demo, tmp_path, f"http://127.0.0.1:{demo.port}", "--exclude-tag", "admin")


def test_schemathesis_finds_nothing_on_the_operators_api(demo, tmp_path):
    # Wrong keys have a separate test. Many of them in a row give 429, which the check for ignored
    # keys does not expect.
    fuzz(demo, tmp_path, f"http://127.0.0.1:{demo.admin_port}", "--include-tag", "admin",
         "--exclude-checks", "ignored_auth", "-H", f"Authorization: Bearer {demo.owner}")
