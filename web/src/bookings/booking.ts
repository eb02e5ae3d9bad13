import type { Value } from "../core/api";
import type { Order } from "../payment/sale";
import { givenBack } from "../payment/sale";

export type Preview = Value<"/api/payment/refund-preview", "get">;
export type Standing = "booked" | "part" | "back";

/** The seats that are still the guest's. */
export const seatsLeft = (order: Order): string[] => {
  const back = givenBack(order);
  return order.quote.lines.map(({ seat }) => seat).filter((seat) => !back.has(seat));
};

export function standing(order: Order): Standing {
  const left = seatsLeft(order).length;
  if (left === order.quote.lines.length) return "booked";
  return left === 0 ? "back" : "part";
}

/** What was paid for the seats of a preview: what comes back, and all that is kept of it. */
export const paidFor = (preview: Preview): number =>
  preview.deductions.reduce((sum, { amount }) => sum + amount, preview.amount);

/** Upcoming ones by their time, then those that are over, the last one first. */
export function byTime<T>(list: readonly T[], timeOf: (one: T) => number, now: number): T[] {
  const at = (one: T) => timeOf(one) || 0;
  const coming = list.filter((one) => at(one) >= now).sort((a, b) => at(a) - at(b));
  const over = list.filter((one) => at(one) < now).sort((a, b) => at(b) - at(a));
  return [...coming, ...over];
}
