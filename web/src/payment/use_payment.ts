import { useRef, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import type { PayAsk } from "./pay";
import { moveTo, PaymentRequester } from "./pay";
import type { Started } from "./sale";

/** The steps from the review to the provider's page. */
type PayStep =
  | { at: "review" }
  | { at: "asking" }
  | { at: "refused"; error: ApiError }
  /** The server's total differs from the shown one, so the guest decides again. */
  | { at: "other-total"; started: Started }
  | { at: "moving" }
  | { at: "over" };

export interface Payment {
  step: PayStep;
  busy: boolean;
  /** `shown`: the total that the guest agreed to. */
  pay: (ask: PayAsk, shown: number) => Promise<void>;
  /** The guest agrees to the server's total. */
  agree: (started: Started) => void;
  timeIsOver: () => void;
}

export function usePayment(): Payment {
  const [step, setStep] = useState<PayStep>({ at: "review" });
  const requester = useRef(new PaymentRequester());
  const busy = step.at === "asking" || step.at === "moving";
  const agree = (started: Started) => {
    setStep({ at: "moving" });
    moveTo(started);
  };
  const pay = async (ask: PayAsk, shown: number) => {
    setStep({ at: "asking" });
    const answer = await requester.current.request(ask);
    if (!answer.ok) setStep({ at: "refused", error: answer.error });
    else if (answer.value.amount !== shown) setStep({ at: "other-total", started: answer.value });
    else agree(answer.value);
  };
  return { step, busy, pay, agree, timeIsOver: () => !busy && setStep({ at: "over" }) };
}
