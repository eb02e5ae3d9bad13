"""Starting: an error names the key, file or address and the remedy. Created files are kept."""

import os
import socket
import stat
import subprocess

import pytest

from onsale import BINARY, Server
from wire import crowd, statuses

EVENT = "concert"


def refusal(server, code=1):
    """Output of a start that must fail."""
    server.start(wait=False)
    assert server.process.wait(timeout=20) == code, server.read_log()
    return server.read_log()


@pytest.fixture
def busy_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_a_port_in_use_is_named(make_server, busy_port):
    server = make_server()
    server.port = busy_port
    words = refusal(server)
    assert f"127.0.0.1:{busy_port}" in words and "in use" in words


def test_an_operators_port_in_use_is_named(make_server, busy_port):
    server = make_server()
    server.admin_port = busy_port
    assert f"127.0.0.1:{busy_port}" in refusal(server)


def test_a_port_used_by_another_onsale_is_not_shared(make_server):
    # Loops share a port with SO_REUSEPORT. Two servers must not share it.
    first, second = make_server().start(), make_server()
    second.port = first.port
    assert f"127.0.0.1:{first.port}" in refusal(second)
    assert first.get("/healthz").status == 200


def test_an_address_that_is_not_ours_is_named(make_server):
    server = make_server(settings={"server.listen": "192.0.2.1:80"})
    arguments = server.arguments()
    at = arguments.index("--listen")
    del arguments[at:at + 2]
    server.arguments = lambda: arguments
    assert "192.0.2.1:80" in refusal(server)


def test_a_second_server_on_the_folder_is_refused_and_the_first_goes_on(make_server):
    first, second = make_server().start(), make_server()
    first.create_event(EVENT)
    second.data = first.data
    words = refusal(second)
    assert "another onsale is using the data folder" in words and str(first.data) in words
    assert first.guest().enter(EVENT)["status"] == "admitted"
    # Its local socket still works, because the refused server has not replaced it.
    assert EVENT in first.cli("event", "list")


@pytest.mark.parametrize("setting, value, named", [
    ("line.max_actve", "5", "line.max_actve"),
    ("nonsense.key", "5", "nonsense.key"),
    ("line.max_active", "many", "line.max_active"),
    ("line.claim_within", "20m", "line.claim_within"),
    ("line.away_after", "40m", "line."),
    ("line.admission_ttl", "10 bananas", "line.admission_ttl"),
    ("limits.header_deadline", "10m", "limits.header_deadline"),
    ("limits.connections_per_address", "200000", "limits.connections_per_address"),
    ("server.listen", "nowhere", "server.listen"),
    ("server.listen", "127.0.0.1:99999", "server.listen"),
    ("server.tls_certificate", "/nowhere/certificate.pem", "server.tls_key"),
    ("engine.clock_shift", "-1h", "engine.clock_shift"),
])
def test_a_wrong_setting_is_refused_and_named(tmp_path, setting, value, named):
    done = subprocess.run([BINARY, "serve", "--data", str(tmp_path / "data"), "--set",
                           "server.admin_listen=127.0.0.1:0", "--set", "server.listen=127.0.0.1:0",
                           "--set", f"{setting}={value}"],
                          capture_output=True, text=True, timeout=20)
    assert done.returncode in (1, 2), done.stdout
    assert named in done.stderr
    assert not (tmp_path / "data").exists(), "nothing is made before the settings are good"


def test_an_unknown_key_in_the_file_and_in_the_environment_is_named(tmp_path):
    file = tmp_path / "onsale.toml"
    file.write_text("[line]\nmax_actve = 5\n")
    check = subprocess.run([BINARY, "config", "check", str(file)], capture_output=True, text=True)
    assert check.returncode == 1 and "line.max_actve" in check.stderr
    serve = subprocess.run([BINARY, "serve", "--config", str(file)], capture_output=True, text=True,
                           timeout=20, cwd=tmp_path)
    assert serve.returncode == 1 and "line.max_actve" in serve.stderr
    wrong = subprocess.run([BINARY, "serve"], capture_output=True, text=True, timeout=20,
                           cwd=tmp_path, env={**os.environ, "ONSALE_LINE_MAX_ACTIVE": "many"})
    assert wrong.returncode == 1 and "ONSALE_LINE_MAX_ACTIVE" in wrong.stderr + wrong.stdout


def test_wrong_usage_ends_with_two(tmp_path):
    for arguments in (["serve", "--nonsense"], ["nonsense"], [], ["event"], ["restore"]):
        done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=20,
                              cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert done.stderr or done.stdout


# Root may write everywhere, so these tests run without privileges.
UNPRIVILEGED = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def test_a_data_folder_that_cannot_be_written_is_named(make_server, tmp_path):
    server = make_server(prefix=UNPRIVILEGED)
    server.data.mkdir(mode=0o555)
    for folder in (server.folder, *server.folder.parents):
        if folder == tmp_path.parents[2]:
            break
        folder.chmod(0o755)
    words = refusal(server)
    assert str(server.data) in words and "Permission denied" in words


def test_a_data_folder_that_is_a_file_is_named(make_server):
    server = make_server()
    server.data.write_text("not a folder")
    assert str(server.data) in refusal(server)


@pytest.mark.parametrize("name", ["keys", "owner.key", "complete.key"])
def test_a_secret_that_others_may_read_refuses_with_the_remedy(make_server, name):
    server = make_server().start()
    server.stop()
    secret = server.data / name
    secret.chmod(0o644)
    words = refusal(server)
    assert str(secret) in words and f"chmod 600 {secret}" in words
    secret.chmod(0o600)
    server.start()


@pytest.mark.parametrize("content", ["", "nonsense\n", "onsale-keys 1\nguest zz\n"])
def test_a_damaged_key_file_refuses_and_is_not_replaced(make_server, content):
    server = make_server().start()
    server.stop()
    keys = server.data / "keys"
    keys.write_text(content)
    assert str(keys) in refusal(server)
    assert keys.read_text() == content


def test_the_first_start_writes_secrets_for_its_owner_alone(make_server):
    old = os.umask(0)
    try:
        server = make_server().start()
    finally:
        os.umask(old)
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    for path in server.data.iterdir():
        mode = stat.S_IMODE(path.stat().st_mode)
        if path.name in ("keys", "owner.key", "complete.key", "admin.sock", "lock"):
            assert mode == 0o600, path
    assert len((server.data / "owner.key").read_text().strip()) >= 32


def test_no_secret_is_written_to_the_log(make_server):
    server = make_server().start()
    server.create_event(EVENT)
    server.guest().enter(EVENT)
    server.stop()
    log = server.read_log()
    for name in ("owner.key", "complete.key"):
        assert (server.data / name).read_text().strip() not in log
    for line in (server.data / "keys").read_text().splitlines():
        assert line.split()[-1] not in log or len(line.split()[-1]) < 16


def test_a_restart_keeps_keys_and_tokens(make_server):
    server = make_server().start()
    server.create_event(EVENT, rules={"maxActive": 0})
    tokens = crowd(server.port, EVENT, 10)
    before = {name: (server.data / name).read_bytes()
              for name in ("keys", "owner.key", "complete.key")}
    server.stop()
    server.start()
    assert before == {name: (server.data / name).read_bytes() for name in before}
    assert [one["position"] for one in statuses(server.port, EVENT, tokens)] == list(range(1, 11))


def test_the_demo_started_twice_finds_the_same_event(make_server):
    server = make_server(demo=True).start()
    guest = server.guest()
    guest.enter("demo")
    opens = events_of(server)[0]["opensAt"]
    assert "in a browser" in server.read_log() and "curl" in server.read_log()
    server.stop()
    server.start()
    assert [(one["id"], one["opensAt"]) for one in events_of(server)] == [("demo", opens)]
    assert guest.status("demo")["status"] == "admitted"


def events_of(server):
    return server.get("/api/events").json()["events"]


def test_a_wall_clock_far_ahead_and_then_right_again_starts(make_server):
    server = make_server(settings={"engine.clock_shift": "9999h"}).start()
    server.create_event(EVENT, rules={"maxActive": 1})
    inside, waiting = server.guest(), server.guest()
    assert inside.enter(EVENT)["status"] == "admitted"
    assert waiting.enter(EVENT)["position"] == 1
    server.stop()
    server.settings["engine.clock_shift"] = "0s"
    server.start()
    assert inside.status(EVENT)["status"] == "admitted"
    assert waiting.status(EVENT)["position"] == 1
    # The preflight reports that the clock and the journal disagree.
    checks = server.admin("GET", f"/preflight/{EVENT}")["checks"]
    assert [check["ok"] for check in checks if check["name"] == "clock"] == [False]


def test_a_folder_with_a_long_name_is_refused_with_the_reason(tmp_path):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    server = Server(deep)
    assert "107 bytes" in refusal(server)
