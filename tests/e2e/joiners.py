"""Guests who join as fast as possible, even while servers fail."""

import json
import threading
import time

from wire import Wire, enter_request, number_of, visitors

BURST = 50
PATIENCE_SECONDS = 5
EVERY_SECONDS = 0.05


class Joiners:
    """One thread and one connection per port, each with at most 1,000 joins per second. A guest
    without an answer, or with a 503, tries again."""

    def __init__(self, ports, event):
        self.event = event
        self.tokens = []  # Tokens of all guests who got a place, in the order of the answers.
        self.refusals = {}  # Counts by code.
        self.unexpected = []
        self.running = True
        self.threads = [threading.Thread(target=self.work, args=(port,)) for port in ports]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.running = False
        for thread in self.threads:
            thread.join()

    def count(self):
        return len(self.tokens)

    def numbers(self):
        return [number_of(token) for token in self.tokens]

    def work(self, port):
        waiting = []  # Visitors without a place.
        while self.running:
            began = time.monotonic()
            try:
                with Wire(port, PATIENCE_SECONDS) as wire:
                    while self.running:
                        began = time.monotonic()
                        waiting += visitors(wire, BURST - len(waiting))
                        waiting = self.join(wire, waiting)
                        time.sleep(max(0, began + EVERY_SECONDS - time.monotonic()))
            except OSError:
                time.sleep(max(0, began + EVERY_SECONDS - time.monotonic()))

    def join(self, wire, cookies):
        """Sends joins and returns the guests who have to try again."""
        wire.send(b"".join(enter_request(self.event, cookie) for cookie in cookies))
        again = []
        for cookie in cookies:
            status, headers, body = wire.answer()
            told = json.loads(body)
            if status == 200:
                self.tokens.append(told["token"])
                continue
            again.append(cookie)
            self.refusals[told["code"]] = self.refusals.get(told["code"], 0) + 1
            if status != 503 or int(dict(headers).get("retry-after", 0)) < 1:
                self.unexpected.append((status, body))
        return again
