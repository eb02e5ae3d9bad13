import type { Answer } from "../core/api";
import { call, newIdempotencyKey } from "../core/api";
import type { Order } from "./sale";

/** Cancels an unpaid order. A repeated call has the same result. */
export const cancelOrder = (orderId: string): Promise<Answer<Order>> =>
  call("post", "/api/payment/cancel", { body: { orderId }, idempotencyKey: newIdempotencyKey() });
