import { useEffect, useState } from "preact/hooks";

import type { Answer } from "../core/api";
import { call } from "../core/api";
import type { Event, Order } from "./sale";
import type { PlanNames } from "./seat_names";
import { gradeName, seatName } from "./seat_names";

export interface SaleNames {
  event: Event | null;
  nameOf: (seat: string) => string;
  gradeOf: (grade: string) => string;
}

const TRIES = 6;
const FIRST_WAIT_MS = 1000;

// Names are requested a few times with increasing waits. The page also works without them.
async function patiently<T>(ask: () => Promise<Answer<T>>, stopped: () => boolean): Promise<T | null> {
  for (let tried = 0; tried < TRIES && !stopped(); ++tried) {
    const answer = await ask();
    if (answer.ok) return answer.value;
    if (answer.error.status === 404) return null;
    const wait = Math.max(FIRST_WAIT_MS * 2 ** tried, answer.error.retryAfterS * 1000);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

/** The event of an order, and the names of its seats. Until they are known the page shows ids. */
export function useSale(order: Order | null): SaleNames {
  const [event, setEvent] = useState<Event | null>(null);
  const [plan, setPlan] = useState<PlanNames | null>(null);
  const { eventId, performanceId } = order ?? { eventId: "", performanceId: "" };
  useEffect(() => {
    if (!eventId) return undefined;
    let gone = false;
    const stopped = () => gone;
    const load = async () => {
      const sale = await patiently(
        () => call("get", "/api/events/{eventId}", { params: { eventId } }), stopped);
      if (sale && !gone) setEvent(sale.event);
      const hall = await patiently(
        () => call("get", "/api/booking/hall", { query: { eventId, performanceId } }), stopped);
      if (hall && !gone) setPlan(hall as unknown as PlanNames);
    };
    void load();
    return () => {
      gone = true;
    };
  }, [eventId, performanceId]);
  return {
    event,
    nameOf: (seat) => seatName(plan, seat),
    gradeOf: (grade) => gradeName(plan, grade),
  };
}
