import { number } from "../core/format";
import type { QueueAnswer } from "../core/schema_types";
import { fill } from "../core/words";
import { words } from "../words/queue";

const MINUTE_S = 60;
const HOUR_S = 3_600;
/** From this duration on hours are shown, because minutes would suggest a false precision. */
const HOURS_FROM_S = 2 * HOUR_S;
const DAY_S = 24 * HOUR_S;

const halves = (hours: number, round: (value: number) => number): number => round(hours * 2) / 2;

function inHours(low: number, high: number): string {
  const a = halves(low / HOUR_S, Math.floor);
  const b = halves(high / HOUR_S, Math.ceil);
  const values = { a: number(a), b: number(b) };
  return a === b ? fill(words.waitAboutHours, { b: values.b }) : fill(words.waitHours, values);
}

function inMinutes(low: number, high: number): string {
  const a = Math.floor(low / MINUTE_S);
  const b = Math.ceil(high / MINUTE_S);
  if (a === 0) return fill(words.waitUpTo, { b });
  return a === b ? fill(words.waitAbout, { b }) : fill(words.waitMinutes, { a, b });
}

/**
 * The wait as a range, with the lower bound rounded down and the upper bound rounded up. Null if
 * unknown.
 */
export function waitWords(
  answer: Pick<QueueAnswer, "estimatedWait" | "estimatedWaitRange">,
): string | null {
  const one = answer.estimatedWait;
  const [low, high] = answer.estimatedWaitRange ?? [one, one];
  if (low === null || high === null || low === undefined || high === undefined)
    return null;
  if (high >= DAY_S) return words.waitDay;
  if (high < MINUTE_S) return words.waitUnderMinute;
  return high >= HOURS_FROM_S ? inHours(low, high) : inMinutes(low, high);
}
