import type { QueueAnswer } from "../core/schema_types";

/** What the page shows of an answer. */
export interface Place {
  answer: QueueAnswer;
  /** The first position that was seen: where the way to the front began. */
  from: number | null;
}

const ENDED: readonly string[] = ["expired", "closed", "moved"];

export const hasEnded = (answer: QueueAnswer): boolean => ENDED.includes(answer.status);

/** The place of somebody who is on the way to the front. */
const inLine = (answer: QueueAnswer): answer is QueueAnswer & { position: number } =>
  answer.position !== null && answer.position > 0;

/**
 * A position never rises, and neither does what is shown: with many servers an answer may come from
 * one that has heard less than the last one asked.
 */
export function shownAfter(shown: Place | null, next: QueueAnswer): Place {
  if (!inLine(next)) return { answer: next, from: shown?.from ?? null };
  const before = shown?.answer;
  if (!before || !inLine(before)) return { answer: next, from: shown?.from ?? next.position };
  const from = shown.from ?? before.position;
  if (next.position <= before.position) return { answer: next, from };
  return { answer: { ...next, position: before.position, ahead: before.ahead }, from };
}

/** Who joins anew gets a new place, which may well be further back. */
export const newPlace = (answer: QueueAnswer): Place => shownAfter(null, answer);

/** How far the way to the front is done, of 100. */
export function progress({ answer, from }: Place): number {
  if (from === null || from <= 1 || !inLine(answer)) return 0;
  return Math.floor((100 * (from - answer.position)) / from);
}

/**
 * What a screen reader is told of the way to the front: a position each time that it has come
 * down to the next power of ten. Every single step would drown all else.
 */
export function milestoneOf(position: number): number {
  return 10 ** Math.ceil(Math.log10(Math.max(1, position)));
}

/** A server that wants to be asked this often has a stream for those near the front. */
const STREAM_POLL_MS = 2_000;
const STREAMED: readonly string[] = ["waiting", "paused", "lobby", "sold_out"];

export const streamWanted = (answer: QueueAnswer): boolean =>
  STREAMED.includes(answer.status) && inLine(answer) && answer.nextPollMs <= STREAM_POLL_MS;
