import type { Answer } from "../core/api";
import { call, newIdempotencyKey } from "../core/api";
import type { Order } from "./sale";

/** Ends an order that is not paid. Said twice it is the same. */
export const cancelOrder = (orderId: string): Promise<Answer<Order>> =>
  call("post", "/api/payment/cancel", { body: { orderId }, idempotencyKey: newIdempotencyKey() });
