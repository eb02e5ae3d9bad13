"""The shipped config/nginx-cluster.conf and config/haproxy.cfg, on other ports."""

import re
import shutil

from nginx_process import CONFIG, FrontServer, Nginx

HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin") or "haproxy"
SITE_PORT = 7100


def filled(name, ports, folder, changes):
    """The file with every port replaced according to `ports`, every folder replaced by `folder`,
    and each of `changes` (old text to new text) applied exactly once."""
    text = (CONFIG / name).read_text()
    for old, new in changes.items():
        assert text.count(old) == 1, f"{name} has {text.count(old)} times: {old}"
        text = text.replace(old, new)
    text = re.sub(r"127\.0\.0\.1:(\d+)", lambda found: f"127.0.0.1:{ports[int(found[1])]}", text)
    return text.replace("/var/cache/nginx", str(folder))


class ClusterNginx(Nginx):
    def __init__(self, folder, ports, changes=None):
        folder.mkdir()
        super().__init__(folder, filled("nginx-cluster.conf", ports, folder, changes or {}))


class ClusterHaproxy(FrontServer):
    def __init__(self, folder, ports, changes=None):
        folder.mkdir()
        file = folder / "haproxy.cfg"
        file.write_text(filled("haproxy.cfg", ports, folder, changes or {}))
        super().__init__(folder, [HAPROXY, "-db", "-f", str(file)])

    def log(self):
        return "see HAProxy's output"
