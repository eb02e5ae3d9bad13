import type { Order, Refund } from "./sale";

const line = (seat: string) => ({ seat, grade: "R", type: "adult", price: 1000, fees: 100 });

export const refund = (state: Refund["state"], seats: string[], amount = 1): Refund => ({
  state, seats, why: "guest_wish", requestedAt: "2026-11-15T11:00:00Z", deductions: [], amount, currency: "KRW",
});

/** A paid order of two seats, A and B. */
export const booked = (refunds: Refund[]): Order => ({
  orderId: "O-1",
  eventId: "demo",
  performanceId: "p",
  state: "paid",
  attempt: 1,
  attemptsLeft: 0,
  quote: { lines: [line("A"), line("B")], orderFees: 0, total: 2200, currency: "KRW" },
  refunds,
  serverTime: "2026-11-15T11:00:00Z",
});
