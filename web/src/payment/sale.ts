import type { Value } from "../core/api";

export type Event = Value<"/api/events/{eventId}", "get">["event"];
export type RefundTable = NonNullable<Event["refunds"]>;
export type Performance = Event["performances"][number];
export type Prices = NonNullable<Event["prices"]>;
export type Order = Value<"/api/orders/{code}", "get">;
export type Quote = Order["quote"];
export type Line = Quote["lines"][number];
export type Refund = Order["refunds"][number];
export type Started = Value<"/api/payment/request", "post">;
export type Hold = Value<"/api/booking/seats/select", "post">["hold"];

export const performanceOf = (event: Event | null, id: string): Performance | null =>
  event?.performances.find((one) => one.id === id) ?? null;

/** Refunded seats, whether or not the payment has arrived. The staff handles failed refunds. */
export const givenBack = (order: Order): ReadonlySet<string> =>
  new Set(order.refunds.flatMap(({ seats }) => seats));

/** The refund is pending or its result is unknown, so the page polls again. */
export const refundOpen = ({ state }: Refund): boolean => state !== "done" && state !== "failed";

/** A confirm is pending. Only in this case a payment has no deadline for the guest. */
export const isConfirming = (order: Order): boolean => order.state === "paying" && !order.deadline;
