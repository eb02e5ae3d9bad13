import type { Order } from "./sale";
import { isConfirming, refundOpen } from "./sale";

interface Pace {
  firstMs: number;
  mostMs: number;
}

const CONFIRMING: Pace = { firstMs: 1000, mostMs: 5000 };
const AT_PAGE: Pace = { firstMs: 3000, mostMs: 15_000 };
const UNKNOWN: Pace = { firstMs: 1500, mostMs: 30_000 };
const HELD: Pace = { firstMs: 15_000, mostMs: 30_000 };
const REFUND: Pace = { firstMs: 2000, mostMs: 60_000 };
const FAILED: Pace = { firstMs: 1000, mostMs: 30_000 };
const GROWTH = 1.5;
/** Random spread, because many pages wait at the same time. */
const JITTER = 0.2;

function paceOf(order: Order): Pace | null {
  switch (order.state) {
    case "paying":
    case "awaiting_deposit":
      return isConfirming(order) ? CONFIRMING : AT_PAGE;
    case "unknown":
      return UNKNOWN;
    case "held":
      return HELD;
    case "paid":
    case "ended":
      return order.refunds.some(refundOpen) ? REFUND : null;
  }
}

const grown = (pace: Pace, times: number): number =>
  Math.min(pace.mostMs, pace.firstMs * GROWTH ** times);

export interface Asked {
  order: Order | null;
  /** Number of identical answers. */
  same: number;
  /** Number of consecutive failures. */
  failed: number;
  /** The wait requested by the server; 0 if none. */
  retryAfterS: number;
}

// The server ends an order shortly after its deadline, so the page polls again at that time.
function atDeadline(order: Order | null, wait: number, now: number): number {
  if (!order?.deadline) return wait;
  const left = Math.max(0, Date.parse(order.deadline) - now);
  return Math.min(wait, left + CONFIRMING.firstMs);
}

/** Milliseconds until the next request. Null if the order cannot change any more. */
export function nextAsk(asked: Asked, now: number, random: () => number = Math.random): number | null {
  const pace = asked.failed > 0 ? FAILED : asked.order ? paceOf(asked.order) : FAILED;
  if (!pace) return null;
  const wait = grown(pace, asked.failed > 0 ? asked.failed - 1 : asked.same);
  const soon = asked.failed > 0 ? wait : atDeadline(asked.order, wait, now);
  return Math.max(soon * (1 + JITTER * random()), asked.retryAfterS * 1000);
}
