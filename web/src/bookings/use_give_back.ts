import { useRef, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call, newIdempotencyKey } from "../core/api";
import { money } from "../core/format";
import { fill } from "../core/words";
import type { Order } from "../payment/sale";
import { words } from "../words/bookings";
import type { Preview } from "./booking";

export interface GiveBackEnds {
  order: Order;
  /** The order was changed elsewhere and must be reloaded. */
  onAsk: () => void;
  onDone: (order: Order, told: string) => void;
}

type GiveBackStep =
  | { at: "choosing" | "asking"; error?: ApiError }
  | { at: "shown" | "giving"; preview: Preview; error?: ApiError };

/**
 * The steps of a refund: select seats, show the amount, refund. Only the shown amount is requested.
 */
export function useGiveBack({ order, onAsk, onDone }: GiveBackEnds) {
  const [step, setStep] = useState<GiveBackStep>({ at: "choosing" });
  // Idempotency key of the shown amount. A retry after a lost answer uses the same key.
  const key = useRef("");

  const preview = async (seats: readonly string[], after?: ApiError) => {
    setStep({ at: "asking" });
    key.current = newIdempotencyKey();
    const query = { orderId: order.orderId, seats: seats.join(",") };
    const answer = await call("get", "/api/payment/refund-preview", { query });
    if (answer.ok) return setStep({ at: "shown", preview: answer.value, ...(after ? { error: after } : {}) });
    setStep({ at: "choosing", error: answer.error });
    if (answer.error.code === "ALREADY_REFUNDED") onAsk();
  };
  const give = async (shown: Preview) => {
    setStep({ at: "giving", preview: shown });
    const { seats, amount, currency } = shown;
    const body = { orderId: order.orderId, seats, amount, currency };
    const answer = await call("post", "/api/payment/cancel", { body, idempotencyKey: key.current });
    if (answer.ok) return onDone(answer.value, fill(words.done, { amount: money(amount, currency) }));
    if (answer.error.code === "AMOUNT_CHANGED") return preview(seats, answer.error);
    setStep({ at: "shown", preview: shown, error: answer.error });
    onAsk();
  };
  return { step, preview, give, choose: () => setStep({ at: "choosing" }) };
}
