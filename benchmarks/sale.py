"""A sale in stadiums of 50,000: its data folder, its guests, and the requests they send."""

import json
from pathlib import Path

from machine import Failed, eventually, run
from servers import EVENT, PROGRAMS, Server

DAY = "day-1"
SEATS_PER_HOLD = 4


class Sale:
    """A data folder with admitted guests and `waiting` guests in the line."""

    def __init__(self, folder, guests, waiting=0, tokens=0, performances=1, half_sold=False):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True)
        self.tokens_file = self.folder / "tokens"
        self.guests_file = self.folder / "guests"
        parties_file = self.folder / "parties"
        run([PROGRAMS / "onsale_bench_sale", "--data", self.folder / "data", "--event", EVENT,
             "--guests", guests, "--guests-file", self.guests_file, "--waiting", waiting,
             "--tokens", tokens, "--tokens-file", self.tokens_file,
             "--performances", performances, "--parties-file", parties_file,
             *(["--half-sold"] if half_sold else [])])
        self.entry_tokens = [line.split()[0] for line in self.guests_file.read_text().splitlines()]
        self.parties = [line.split() for line in parties_file.read_text().splitlines()]

    def seats(self):
        """Every seat that was free at the start."""
        return [seat for party in self.parties for seat in party]

    def whole_parties(self):
        """Parties with the maximum number of seats that a guest may hold."""
        return [party for party in self.parties if len(party) == SEATS_PER_HOLD]

    def server(self, settings=None):
        return SaleServer(self, settings or {})

    def post(self, guest, path, body):
        """A complete HTTP request of the guest with this index."""
        text = json.dumps({"eventId": EVENT, "performanceId": DAY, **body}, separators=(",", ":"))
        return (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: onsale-bench\r\n"
                f"X-Onsale-Request: 1\r\nX-Queue-Entry-Token: {self.entry_tokens[guest]}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}")

    def select(self, guest, seats):
        return self.post(guest, "/api/booking/seats/select", {"seatIds": seats})

    def best(self, guest, grade):
        return self.post(guest, "/api/booking/seats/best",
                         {"count": SEATS_PER_HOLD, "grades": [grade]})

    def write(self, name, requests):
        """Writes the request file that wrk and the paced driver read."""
        path = self.folder / name
        path.write_text("".join(f"{one}\0" for one in requests), newline="")
        return path


class SaleServer(Server):
    """An Onsale server that runs on the data folder of a sale."""

    def call(self, method, path, guest, body=None, headers=None):
        return self.request(method, path, body and {"eventId": EVENT, "performanceId": DAY, **body},
                            {"X-Onsale-Request": "1", "User-Agent": "onsale-bench",
                             "X-Queue-Entry-Token": self.line.entry_tokens[guest],
                             **(headers or {})})

    def seat_map(self, guest, tag=None):
        return self.call("GET", f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}", guest,
                         headers={"If-None-Match": tag} if tag else {})

    def map_version(self):
        return self.seat_map(0).json()["version"]

    def select(self, guest, seats):
        return self.call("POST", "/api/booking/seats/select", guest, {"seatIds": seats})

    def release_all(self, guests):
        for guest in guests:
            answer = self.call("POST", "/api/booking/seats/release", guest, {"eventId": EVENT})
            if answer.status not in (200, 409):
                raise Failed(f"a release was answered {answer.status} {answer.body[:200]}")

    def counts(self, day=DAY):
        return self.admin("GET", f"/events/{EVENT}/performances/{day}/seats")["counts"]

    def wait_for_returns(self):
        """Waits until all returned seats are free again."""
        eventually(lambda: self.counts()["returned"] == 0, "the return of seats", 10, 0.02)
