import type { QueueAnswer } from "../core/schema_types";

/** The data of an answer that the page shows. */
export interface Place {
  answer: QueueAnswer;
  /** The first seen position, where the progress begins. */
  from: number | null;
}

const ENDED: readonly string[] = ["expired", "closed", "moved"];

export const hasEnded = (answer: QueueAnswer): boolean => ENDED.includes(answer.status);

/** True if the guest is on the way to the front. */
const inLine = (answer: QueueAnswer): answer is QueueAnswer & { position: number } =>
  answer.position !== null && answer.position > 0;

/**
 * A position never rises, and the shown one must not either. With many servers an answer may come
 * from one whose view is older than that of the previous one.
 */
export function shownAfter(shown: Place | null, next: QueueAnswer): Place {
  if (!inLine(next)) return { answer: next, from: shown?.from ?? null };
  const before = shown?.answer;
  if (!before || !inLine(before)) return { answer: next, from: shown?.from ?? next.position };
  const from = shown.from ?? before.position;
  if (next.position <= before.position) return { answer: next, from };
  return { answer: { ...next, position: before.position, ahead: before.ahead }, from };
}

/** A guest who joins again gets a new place, which may be further back. */
export const newPlace = (answer: QueueAnswer): Place => shownAfter(null, answer);

/** Progress to the front in percent. */
export function progress({ answer, from }: Place): number {
  if (from === null || from <= 1 || !inLine(answer)) return 0;
  return Math.floor((100 * (from - answer.position)) / from);
}

/**
 * The position that a screen reader announces: only when it falls to the next power of ten.
 * Announcing every step would drown out everything else.
 */
export function milestoneOf(position: number): number {
  return 10 ** Math.ceil(Math.log10(Math.max(1, position)));
}

/** A server with a poll interval up to this offers a stream for guests near the front. */
const STREAM_POLL_MS = 2_000;
const STREAMED: readonly string[] = ["waiting", "paused", "lobby", "sold_out"];

export const streamWanted = (answer: QueueAnswer): boolean =>
  STREAMED.includes(answer.status) && inLine(answer) && answer.nextPollMs <= STREAM_POLL_MS;
