import type { ApiError } from "../core/api";
import { fill } from "../core/words";
import { words } from "../words/extend";

/** What the event gives to who asks for more time. */
export interface Allowance {
  /** How much one asking gives. */
  seconds: number;
  /** How often the event lets one guest ask, and how often this one still may. */
  times: number;
  left: number;
}

/** What became of asking: until when the guest has time now, or why there is no more of it. */
export type Extended = { until: number } | { error: ApiError };

// Earlier an offer would only hurry; WCAG 2.2.1 wants at least 20 seconds.
const OFFER_BELOW_MS = 120_000;

/** Whether a clock with so much time left offers more of it. */
export const isOffered = ({ seconds, left }: Allowance, leftMs: number): boolean =>
  seconds > 0 && left > 0 && leftMs > 0 && leftMs < OFFER_BELOW_MS;

/** Which extension the next one is, from 1: who asks twice for the same one gets one. */
export const nextExtension = ({ times, left }: Allowance): number => Math.max(1, times - left + 1);

/** "2 more minutes", "90 more seconds". */
export function moreWords(seconds: number): string {
  if (seconds % 60 !== 0) return fill(words.seconds, { n: seconds });
  return fill(words.minutes, { n: seconds / 60 });
}

/** What the event's page says of it; nothing where the event gives no more time. */
export function policyWords(seconds: number, times: number): string | null {
  if (seconds <= 0 || times <= 0) return null;
  const more = moreWords(seconds);
  return times === 1 ? fill(words.policyOnce, { more }) : fill(words.policy, { more, n: times });
}
