import { useEffect, useState } from "preact/hooks";

import { call } from "../core/api";
import { clock, useNow } from "../core/clock";
import type { SaleEvent } from "../core/schema_types";
import { words } from "../words/join";
import type { Eligible } from "./readiness";
import { checksOf } from "./readiness";

const EVERY_MS = 5_000;

/** Writes a cookie and reads it back, because the browser's own report is not reliable. */
function cookiesWork(): boolean {
  document.cookie = "onsale_test=1; Path=/; Max-Age=60; SameSite=Lax";
  return document.cookie.includes("onsale_test=1");
}

/** The phases in which the guest may enter. Requested only if a phase is restricted. */
function useEligible(event: SaleEvent): Eligible {
  const [eligible, setEligible] = useState<Eligible>(null);
  const restricted = event.phases.some((phase) => phase.who !== "everybody");
  useEffect(() => {
    if (!restricted) return;
    void ask(event.id).then(setEligible);
  }, [event.id, restricted]);
  return eligible;
}

/** Null if the request failed. */
export async function ask(eventId: string, code?: string): Promise<Eligible> {
  const visitor = await call("post", "/api/visitor", { body: {} });
  if (!visitor.ok) return null;
  const answer = await call("get", "/api/queue/eligibility", { query: { eventId, code } });
  if (!answer.ok) return null;
  return new Set(answer.value.phases.filter((phase) => phase.eligible).map((phase) => phase.id));
}

export function Readiness({ event }: { event: SaleEvent }) {
  const eligible = useEligible(event);
  const now = useNow(EVERY_MS);
  const [cookies] = useState(cookiesWork);
  const { userAgent } = navigator;
  const around = { cookies, userAgent, clockOff: clock.deviceOff(), now };
  const checks = checksOf(event, around, eligible);
  return (
    <section class="card">
      <h2>{words.readiness}</h2>
      <ul class="checks">
        {checks.map(({ id, good, text }) => (
          <li key={id} class={good ? "good" : "bad"}>
            <span class="spoken">{good ? words.ready : words.attention}: </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
