import time


class Stopwatch:
    """Number of calls that a limit allows so far: its burst, and its rate times the elapsed
    time."""

    def __init__(self):
        self.begun = time.monotonic()

    def allowed(self, rate, burst):
        return burst + rate * (time.monotonic() - self.begun) + 1
