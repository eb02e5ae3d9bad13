import type { Value } from "../core/api";
import { money } from "../core/format";
import { fill } from "../core/words";
import { moneyBack, seatsLeft, standing } from "../payment/left";
import type { Order } from "../payment/sale";
import { words } from "../words/bookings";

export type Preview = Value<"/api/payment/refund-preview", "get">;

/** The texts of a booking in a list: the remaining seats and amount. */
export function rowTexts(order: Order): string[] {
  const n = order.quote.lines.length;
  const { total, currency } = order.quote;
  const back = moneyBack(order);
  switch (standing(order)) {
    case "booked":
      return [fill(words.tickets, { n }), money(total, currency)];
    case "part":
      return [
        fill(words.ticketsLeft, { left: seatsLeft(order).length, n }),
        money(total - back, currency),
      ];
    case "back":
      return [
        fill(words.tickets, { n }),
        fill(words.moneyBack, { amount: money(back, currency) }),
      ];
  }
}

/** The price paid for the seats of a preview: the refunded amount plus all deductions. */
export const paidFor = (preview: Preview): number =>
  preview.deductions.reduce((sum, { amount }) => sum + amount, preview.amount);

/** Sorts upcoming ones by time, followed by past ones with the latest first. */
export function byTime<T>(list: readonly T[], timeOf: (one: T) => number, now: number): T[] {
  const at = (one: T) => timeOf(one) || 0;
  const coming = list.filter((one) => at(one) >= now).sort((a, b) => at(a) - at(b));
  const over = list.filter((one) => at(one) < now).sort((a, b) => at(b) - at(a));
  return [...coming, ...over];
}
