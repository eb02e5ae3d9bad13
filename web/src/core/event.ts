import { useEffect, useState } from "preact/hooks";

import type { ApiError } from "./api";
import { call } from "./api";
import type { SaleEvent } from "./schema_types";

interface EventNews {
  event: SaleEvent | null;
  /** The error of the last request, if any. A known event stays visible. */
  trouble: ApiError | null;
}

const RETRY_MS = 3_000;

/** An event that is reloaded while the page is visible, at the interval that `every` returns. */
export function useEvent(eventId: string, every: (event: SaleEvent) => number): EventNews {
  const [news, setNews] = useState<EventNews>({ event: null, trouble: null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const read = async () => {
      clearTimeout(timer);
      const answer = await call("get", "/api/events/{eventId}", { params: { eventId } });
      if (stopped) return;
      if (answer.ok) setNews({ event: answer.value.event, trouble: null });
      else setNews(({ event }) => ({ event, trouble: answer.error }));
      if (answer.ok) plan(every(answer.value.event));
      else if (answer.error.status !== 404) plan(RETRY_MS);
    };
    // Adds up to a third, because many guests load the same event.
    const plan = (ms: number) => {
      timer = setTimeout(look, ms * (1 + Math.random() / 3));
    };
    const look = () => (document.visibilityState === "visible" ? void read() : plan(RETRY_MS));
    void read();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [eventId]);
  return news;
}
