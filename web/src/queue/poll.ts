/** Decides when to poll next. Pure: the time and the random number are parameters. */
export interface Schedule {
  /** Consecutive failures. */
  failures: number;
  /** Time of the next poll, in milliseconds of any monotonic clock. */
  dueAt: number;
  /** Earliest time that the server allows. A wake-up does not shorten it. */
  notBefore: number;
}

export type Outcome =
  | { kind: "answer"; nextPollMs: number }
  | { kind: "failure"; retryAfterS: number };

const SOONEST_MS = 500;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** A page that becomes visible polls immediately, but not more often than this. */
const WAKE_GAP_MS = 1_000;

export const newSchedule = (now: number): Schedule => ({ failures: 0, dueAt: now, notBefore: now });

/** Exponential backoff up to half a minute, with a random spread. */
export function backoffMs(failures: number, chance: number): number {
  const doubled = FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10);
  return Math.min(LONGEST_BACKOFF_MS, doubled) * (0.5 + 0.5 * chance);
}

/** Never sooner than the server requested, and up to a tenth later, so that guests are spread. */
function answered(nextPollMs: number, now: number, chance: number): Schedule {
  const delay = Math.max(SOONEST_MS, nextPollMs) * (1 + 0.1 * chance);
  return { failures: 0, dueAt: now + delay, notBefore: now };
}

function failed(before: Schedule, retryAfterS: number, now: number, chance: number): Schedule {
  const failures = before.failures + 1;
  const notBefore = now + retryAfterS * 1000;
  const spread = retryAfterS > 0 ? FIRST_BACKOFF_MS * chance : 0;
  const dueAt = Math.max(notBefore + spread, now + backoffMs(failures, chance));
  return { failures, dueAt, notBefore };
}

/** `chance` is in [0, 1). */
export function afterOutcome(
  before: Schedule,
  outcome: Outcome,
  now: number,
  chance: number,
): Schedule {
  return outcome.kind === "answer"
    ? answered(outcome.nextPollMs, now, chance)
    : failed(before, outcome.retryAfterS, now, chance);
}

/** The page became visible or the network is back: polls now, if allowed. */
export function afterWake(before: Schedule, now: number, askedAt: number): Schedule {
  const soonest = Math.max(now, before.notBefore, askedAt + WAKE_GAP_MS);
  return { ...before, dueAt: Math.min(before.dueAt, soonest) };
}
