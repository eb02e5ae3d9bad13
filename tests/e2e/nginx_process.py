"""A real nginx process in its own folder."""

import getpass
import http.client
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from onsale import Response, free_port

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin") or "nginx"
CONFIG = Path(__file__).resolve().parents[2] / "config"
JS_MODULE = "/usr/lib/nginx/modules/ngx_http_js_module.so"
START_SECONDS = 10


def shipped(name, **values):
    """A shipped configuration with its CHANGE lines filled in. Each value must be used. `listen`,
    `onsale` and `site` are ports; the others set a variable or a folder."""
    text = (CONFIG / name).read_text()
    places = {
        "listen": (r"listen 80;", "listen 127.0.0.1:{};"),
        "onsale": (r"server 127\.0\.0\.1:8080;", "server 127.0.0.1:{};"),
        "site": (r"server 127\.0\.0\.1:3000;", "server 127.0.0.1:{};"),
        "event": (r'set \$onsale_event "spring-tour";', 'set $onsale_event "{}";'),
        "keys": (r'set \$onsale_entry_keys "[^"]*";', 'set $onsale_entry_keys "{}";'),
        "root": (r"root /usr/share/nginx/onsale;", "root {};"),
        "script": (r"from nginx-edge-jwt\.js;", "from {};"),
    }
    for name, value in values.items():
        pattern, form = places[name]
        text, count = re.subn(pattern + r"(?=.*# CHANGE)", form.format(value), text)
        assert count == 1, f"no line marked CHANGE for {name}"
    return text


class FrontServer:
    """A proxy that runs in its own folder and answers on one port."""

    def __init__(self, folder, command):
        self.folder = Path(folder)
        self.command = command
        self.process = None

    def start(self, port):
        self.port = port
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.process.stderr.read().decode()
            try:
                self.get("/")
                return self
            except OSError:
                time.sleep(0.02)
        raise AssertionError(f"{self.command[0]} does not answer: {self.log()}")

    def log(self):
        return (self.folder / "error.log").read_text(errors="replace")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=10)
        if self.process:
            self.process.stderr.close()

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}),
                                  skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            raw = connection.getresponse()
            return Response(raw.status, raw.getheaders(), raw.read())
        finally:
            connection.close()

    def get(self, path, headers=None):
        return self.request("GET", path, headers=headers)


class Nginx(FrontServer):
    def __init__(self, folder, http_block, modules=()):
        folder = Path(folder)
        super().__init__(folder, [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"),
                                  "-e", str(folder / "error.log")])
        tmp = folder / "tmp"
        tmp.mkdir(parents=True)
        loads = "".join(f"load_module {module};\n" for module in modules)
        places = "".join(f"{kind}_temp_path {tmp}/{kind};\n"
                         for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(
            f"{loads}daemon off; worker_processes 1; user {getpass.getuser()};\n"
            f"pid {folder}/pid; error_log {folder}/error.log info;\n"
            f"events {{ worker_connections 512; }}\n"
            f"http {{ access_log off; default_type text/plain;\n{places}\n{http_block}\n}}\n")


__all__ = ["FrontServer", "Nginx", "shipped", "free_port", "JS_MODULE", "CONFIG"]
