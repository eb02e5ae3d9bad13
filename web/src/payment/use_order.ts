import { useEffect, useRef, useState } from "preact/hooks";

import type { Answer, ApiError } from "../core/api";
import { clock } from "../core/clock";
import { nextAsk } from "./poll";
import type { Order } from "./sale";

interface Watched {
  order: Order | null;
  /** The error of the last request. Cleared by the next success. */
  error: ApiError | null;
  /** Also accepts the state from another call. */
  note: (order: Order) => void;
  ask: () => void;
}

const isFinal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429;

const looksSame = (a: Order | null, b: Order): boolean =>
  a !== null && a.state === b.state && a.attempt === b.attempt &&
  a.deadline === b.deadline && JSON.stringify(a.refunds) === JSON.stringify(b.refunds);

/** The state of an order, polled as long as it can change. */
export function useOrder(fetchOrder: () => Promise<Answer<Order>>): Watched {
  const [order, setOrder] = useState<Order | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const asks = useRef<{ now: () => void; note: (order: Order) => void } | null>(null);

  useEffect(() => {
    const asked = { order: null as Order | null, same: 0, failed: 0, retryAfterS: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking = false;
    let gone = false;

    const schedule = () => {
      clearTimeout(timer);
      const wait = gone ? null : nextAsk(asked, clock.now());
      if (wait !== null) timer = setTimeout(ask, wait);
    };
    const note = (next: Order) => {
      asked.same = looksSame(asked.order, next) ? asked.same + 1 : 0;
      Object.assign(asked, { order: next, failed: 0, retryAfterS: 0 });
      setOrder(next);
      setError(null);
      schedule();
    };
    const fail = (why: ApiError) => {
      asked.failed += 1;
      asked.retryAfterS = why.retryAfterS;
      setError(why);
      if (!isFinal(why)) schedule();
    };
    async function ask() {
      if (asking) return;
      asking = true;
      const answer = await fetchOrder();
      asking = false;
      if (gone) return;
      if (answer.ok) note(answer.value);
      else fail(answer.error);
    }
    const look = () => {
      if (document.visibilityState === "visible" && nextAsk(asked, clock.now()) !== null) void ask();
    };
    asks.current = { now: () => void ask(), note };
    void ask();
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }, []);

  return {
    order,
    error,
    note: (next) => asks.current?.note(next),
    ask: () => asks.current?.now(),
  };
}
