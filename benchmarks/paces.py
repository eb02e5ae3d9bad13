"""Rates of the paced figures: the nominal rates, or lower ones on a slow machine."""

from machine import say

POLLS_PER_SECOND = JOINS_PER_SECOND = 20_000
# Highest share of the rate that the server reaches alone. A machine that serves 120,000 polls or
# 50,000 joins a second gets the paces above; a slower machine gets a lower pace.
POLL_SHARE = 1 / 6
JOIN_SHARE = 2 / 5


def pace(figure, what, wanted, alone, share):
    """Returns the wanted rate, or `share` of the rate reached alone if that is lower."""
    served = int(alone * share)
    if served >= wanted:
        return wanted
    say(f"{figure}: {served:,} {what}/s instead of {wanted:,}: this machine serves {alone:,.0f} "
        f"{what}/s alone")
    return served


def lowered(*paces):
    """Note for a row about its paces, given as (what, pace, wanted). None if all are as wanted."""
    slower = [f"{now:,} {what}/s instead of {wanted:,}" for what, now, wanted in paces
              if now < wanted]
    return f"at {' and '.join(slower)}, by what this machine serves alone" if slower else None
