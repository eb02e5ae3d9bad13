import { money } from "../core/format";
import { fill } from "../core/words";
import { words } from "../words/payment";
import { standing } from "./left";
import type { Order, Refund, RefundTable } from "./sale";
import { isConfirming } from "./sale";

const known = (texts: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** Advice after a declined payment. */
export const declineText = (reason: string | undefined): string =>
  known(words.declines, reason ?? "other") ?? words.declines.other;

// Reasons whose text does not mention the payment.
const SEATS_ONLY = new Set(["hold_expired", "pay_time_used", "attempts_used", "cancelled"]);

/** Why an order ended, and what happened to the payment. */
export function endTexts({ reason = "other", refunds }: Order): string[] {
  const why = known(words.ends, reason) ?? words.ends.other;
  if (!SEATS_ONLY.has(reason)) return [why];
  return [why, refunds.length > 0 ? words.endedRefund : words.endedFree];
}

export const refundStateText = (refund: Refund): string => words.refundStates[refund.state];

export function attemptsText(left: number): string {
  if (left <= 0) return words.noAttempts;
  return left === 1 ? words.attemptLeft : fill(words.attemptsLeft, { n: left });
}

const unknownSince = (order: Order): number | null => {
  const step = order.history?.filter(({ state }) => state === "unknown").at(-1);
  return step ? Date.parse(step.at) : null;
};

// After the return of the browser the provider is asked first, which takes this long.
const SETTLES_MS = 10_000;

/**
 * True shortly after the order became unknown, while the first answers of the provider are pending.
 */
export function isSettling(order: Order, now: number): boolean {
  const since = unknownSince(order);
  return order.state === "unknown" && since !== null && now - since < SETTLES_MS;
}

const PAID = { booked: words.paid, part: words.paidPart, back: words.paidBack };

/** The headline of an order's page. */
export function headline(order: Order, now: number): string {
  switch (order.state) {
    case "held":
      return words.stopped;
    case "paying":
    case "awaiting_deposit":
      return isConfirming(order) ? words.confirming : words.waiting;
    case "unknown":
      return isSettling(order, now) ? words.settling : words.unknown;
    case "paid":
      return PAID[standing(order)];
    case "ended":
      return words.ended;
  }
}

// The provider is asked over this period. Then a person checks the order (order_rules.cpp).
const QUESTIONS_LAST_MS = 35 * 60_000;

/** When the inquiries end if the provider does not answer. Null if there are none. */
export function askedUntil(order: Order): number | null {
  const since = unknownSince(order);
  return since === null ? null : since + QUESTIONS_LAST_MS;
}

/** The refund table, one sentence per row. */
export function refundRules(table: RefundTable | undefined, currency: string): string[] {
  if (!table) return [words.refundUnlisted];
  const free =
    table.freeWithinHours > 0
      ? [fill(words.refundFree, { hours: table.freeWithinHours, days: table.freeUntilDays })]
      : [];
  const rows = table.rows.map(({ daysBefore: days, keepPermille, atMost }) => {
    const percent = keepPermille / 10;
    if (keepPermille === 0) return fill(words.refundRowNone, { days });
    if (!atMost) return fill(words.refundRow, { days, percent });
    return fill(words.refundRowMost, { days, percent, most: money(atMost, currency) });
  });
  return [...free, ...rows, words.refundEnd, words.refundFees];
}
