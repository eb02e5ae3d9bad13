import { fill } from "../core/words";
import { words } from "../words/admin";

/** Age from which a number is shown grey, because it is too old for decisions. */
const OLD_MS = 3000;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Age of a number from the instant `at`. A time after our clock counts as age 0. */
export const ageOf = (at: number, now: number): number => Math.max(0, now - at);

export const isOld = (at: number | null, now: number): boolean =>
  at === null || ageOf(at, now) > OLD_MS;

/** "2 s", "5 min", "3 h", "2 days". */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return fill(words.spans.seconds, { n: Math.floor(ms / SECOND_MS) });
  if (ms < HOUR_MS) return fill(words.spans.minutes, { n: Math.floor(ms / MINUTE_MS) });
  if (ms < 2 * DAY_MS) return fill(words.spans.hours, { n: Math.floor(ms / HOUR_MS) });
  return fill(words.spans.days, { n: Math.floor(ms / DAY_MS) });
}

export const ageText = (at: number, now: number): string =>
  fill(words.ago, { span: span(ageOf(at, now)) });
