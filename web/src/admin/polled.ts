import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import type { Answer, ApiError } from "../core/api";
import { clock } from "../core/clock";

export interface Polled<T> {
  value: T | null;
  /** When the value was received, by the server's clock. */
  at: number | null;
  /** The error of the last request, if any. The previous value is kept. */
  error: ApiError | null;
  refresh: () => void;
}

const LONGEST_WAIT_MS = 10_000;

/** Doubles the wait after each failure, so that a server in trouble is not overloaded. */
export const waitAfter = (failures: number, everyMs: number): number =>
  Math.min(everyMs * 2 ** Math.min(failures, 8), Math.max(everyMs, LONGEST_WAIT_MS));

type Heard<T> = Omit<Polled<T>, "refresh">;

const NOTHING = { value: null, at: null, error: null };

/** Polls while the page is visible. With `everyMs` 0 it asks once. */
export function usePolled<T>(
  question: () => Promise<Answer<T>>,
  everyMs: number,
  about: readonly unknown[],
): Polled<T> {
  const [heard, setHeard] = useState<Heard<T>>(NOTHING);
  const again = useRef<() => void>(() => undefined);

  useEffect(() => {
    let over = false;
    let busy = false;
    let wanted = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setHeard(NOTHING);

    const plan = () => {
      if (everyMs > 0) timer = setTimeout(run, waitAfter(failures, everyMs));
    };
    const run = async () => {
      clearTimeout(timer);
      wanted = busy;
      if (over || busy) return;
      if (document.hidden) return; // `look` continues when the page becomes visible.
      busy = true;
      const answer = await question();
      busy = false;
      if (over) return;
      failures = answer.ok ? 0 : failures + 1;
      setHeard((before) =>
        answer.ok
          ? { value: answer.value, at: clock.now(), error: null }
          : { ...before, error: answer.error },
      );
      if (wanted) void run();
      else plan();
    };
    const look = () => void (!document.hidden && run());
    again.current = () => void run();
    document.addEventListener("visibilitychange", look);
    void run();
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, about);

  const refresh = useCallback(() => again.current(), []);
  return { ...heard, refresh };
}
