// Types of GET /api/admin/orders/{code} where the API description says only "object".
import type { OrderDetails } from "../types";

export const STATES = ["held", "paying", "unknown", "paid", "ended", "awaiting_deposit"] as const;
export type State = (typeof STATES)[number];

export const LEVELS: Record<State, "good" | "attention" | "none"> = {
  held: "none",
  paying: "none",
  unknown: "attention",
  paid: "good",
  ended: "none",
  awaiting_deposit: "none",
};

interface OrderSeat {
  seat: string;
  grade: string;
  type: string;
  price: number;
  fees: number;
  givenBack: boolean;
}

interface OrderRefund {
  refund: number;
  state: "requested" | "sent" | "done" | "failed" | "unknown";
  amount: number;
  currency: string;
  seats: string[];
  requestedAt: string;
  doneAt?: string;
  tries: number;
}

interface OrderAttempt {
  attempt: number;
  provider: string;
  total: number;
  paymentKey: string;
}

export const seatsOf = (order: OrderDetails): OrderSeat[] => order.seats as unknown as OrderSeat[];
export const refundsOf = (order: OrderDetails): OrderRefund[] =>
  order.refunds as unknown as OrderRefund[];
export const attemptsOf = (order: OrderDetails): OrderAttempt[] =>
  order.attempts as unknown as OrderAttempt[];

/** Properties that the parts of an order's page share. */
export interface PartProps {
  order: OrderDetails;
  refresh: () => void;
}
