import type { Order } from "./sale";
import { givenBack } from "./sale";

export type Standing = "booked" | "part" | "back";

/** The seats that are still the guest's. */
export const seatsLeft = (order: Order): string[] => {
  const back = givenBack(order);
  return order.quote.lines.map(({ seat }) => seat).filter((seat) => !back.has(seat));
};

/** What is left of a paid order. */
export function standing(order: Order): Standing {
  const left = seatsLeft(order).length;
  if (left === order.quote.lines.length) return "booked";
  return left === 0 ? "back" : "part";
}

/**
 * What goes back for seats, also while it is on its way. Money that was charged twice goes back
 * without seats; it was never part of the total.
 */
export const moneyBack = ({ refunds }: Order): number =>
  refunds
    .filter(({ seats, state }) => seats.length > 0 && state !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
