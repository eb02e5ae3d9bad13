import type { Order } from "./sale";
import { givenBack } from "./sale";

export type Standing = "booked" | "part" | "back";

/** The seats that the guest still has. */
export const seatsLeft = (order: Order): string[] => {
  const back = givenBack(order);
  return order.quote.lines.map(({ seat }) => seat).filter((seat) => !back.has(seat));
};

/** The remaining part of a paid order. */
export function standing(order: Order): Standing {
  const left = seatsLeft(order).length;
  if (left === order.quote.lines.length) return "booked";
  return left === 0 ? "back" : "part";
}

/**
 * The amount refunded for seats, including pending refunds. A double charge is refunded without
 * seats and was never part of the total.
 */
export const moneyBack = ({ refunds }: Order): number =>
  refunds
    .filter(({ seats, state }) => seats.length > 0 && state !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
