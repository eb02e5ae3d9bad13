import { useEffect } from "preact/hooks";

import { words } from "../words/admin";
import { ask } from "./ask";
import { Audit } from "./health/audit";
import { Controls } from "./change/controls";
import { Hall } from "./hall/hall";
import { Health } from "./health/health";
import { ConsoleFrame } from "./frame";
import { Lists } from "./line/lists";
import { Orders } from "./order/orders";
import { Overview } from "./overview/overview";
import { Trouble } from "./pieces";
import { Plots } from "./plot/plots";
import { usePolled } from "./polled";
import { Preflight } from "./health/preflight";
import type { Section } from "./route";
import { Statistics } from "./order/statistics";
import { goTo, useRoute } from "./use_route";
import { EventWorkspace } from "./change/event_workspace";

const EVENTS_EVERY_MS = 15_000;

const PAGES: Record<Section, (props: { detail: string }) => preact.JSX.Element> = {
  overview: Overview,
  plots: Plots,
  controls: Controls,
  hall: Hall,
  orders: Orders,
  lists: Lists,
  statistics: Statistics,
  preflight: Preflight,
  health: Health,
  audit: Audit,
};

export function Console({ onSignOut }: { onSignOut: () => void }) {
  const route = useRoute();
  const events = usePolled(() => ask("get", "/api/admin/events"), EVENTS_EVERY_MS, []);
  const list = events.value?.events ?? [];

  useEffect(() => {
    const first = list.find(({ lifecycle }) => lifecycle !== "archived") ?? list[0];
    if (!route.event && first) goTo({ ...route, event: first.key });
  }, [route.event, list.length]);

  if (!route.event) {
    return (
      <ConsoleFrame route={route} events={list} event={null} onSignOut={onSignOut}>
        <Trouble error={events.error} />
        <p class="card">{events.value && list.length === 0 ? words.noEvents : words.loading}</p>
      </ConsoleFrame>
    );
  }
  const Page = PAGES[route.section];
  return (
    <EventWorkspace key={route.event} route={route} events={list} onSignOut={onSignOut}>
      <Page detail={route.detail} />
    </EventWorkspace>
  );
}
