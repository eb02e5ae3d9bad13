/**
 * When to ask the server next. Pure: times are given, and so is the chance that spreads guests.
 */
export interface Schedule {
  /** Failures in a row. */
  failures: number;
  /** When to ask, in milliseconds of any steady clock. */
  dueAt: number;
  /** The server asked for peace until then; nothing but time shortens it. */
  notBefore: number;
}

export type Outcome =
  | { kind: "answer"; nextPollMs: number }
  | { kind: "failure"; retryAfterS: number };

const SOONEST_MS = 500;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** A page that is looked at again asks at once, but people who switch tabs are no storm. */
const WAKE_GAP_MS = 1_000;

export const newSchedule = (now: number): Schedule => ({ failures: 0, dueAt: now, notBefore: now });

/** Doubles with every failure, up to half a minute, and never the same for all guests. */
export function backoffMs(failures: number, chance: number): number {
  const doubled = FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10);
  return Math.min(LONGEST_BACKOFF_MS, doubled) * (0.5 + 0.5 * chance);
}

/** Never sooner than the server says; up to a tenth later, so that guests do not come in step. */
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

/** The page is looked at again, or the network is back: ask now, as far as that is allowed. */
export function afterWake(before: Schedule, now: number, askedAt: number): Schedule {
  const soonest = Math.max(now, before.notBefore, askedAt + WAKE_GAP_MS);
  return { ...before, dueAt: Math.min(before.dueAt, soonest) };
}
