import type { ApiError } from "../core/api";
import { fill } from "../core/words";
import { words } from "../words/extend";

/** The extensions that the event allows. */
export interface Allowance {
  /** Duration of one extension. */
  seconds: number;
  /** Maximum number of extensions per guest, and how many this guest has left. */
  times: number;
  left: number;
}

/** The result of a request: the new deadline, or the error. */
export type Extended = { until: number } | { error: ApiError };

// An earlier offer would only cause hurry. WCAG 2.2.1 requires at least 20 seconds.
const OFFER_BELOW_MS = 120_000;

/** True if a clock with this remaining time offers an extension. */
export const isOffered = ({ seconds, left }: Allowance, leftMs: number): boolean =>
  seconds > 0 && left > 0 && leftMs > 0 && leftMs < OFFER_BELOW_MS;

/**
 * The number of the next extension, starting at 1. Repeated requests with the same number extend
 * once.
 */
export const nextExtension = ({ times, left }: Allowance): number => Math.max(1, times - left + 1);

/** "2 more minutes", "90 more seconds". */
export function moreWords(seconds: number): string {
  if (seconds % 60 !== 0) return fill(words.seconds, { n: seconds });
  return fill(words.minutes, { n: seconds / 60 });
}

/** The text on the event's page. Null if the event allows no extension. */
export function policyWords(seconds: number, times: number): string | null {
  if (seconds <= 0 || times <= 0) return null;
  const more = moreWords(seconds);
  return times === 1 ? fill(words.policyOnce, { more }) : fill(words.policy, { more, n: times });
}
