import { words } from "../../words/admin";
import { useEventConsole } from "../change/event_console";
import { ErrorCodes, LinePanel, PaymentsPanel, ServerPanel } from "./overview_panels";
import { Funnel, MoneyPanel, SeatsPanel } from "./overview_sale";
import { Verdicts } from "../health/verdicts";

/** The first screen, with the most urgent information. */
export function Overview() {
  const eventConsole = useEventConsole();
  const { value: live, at } = eventConsole.live;
  const sells = (eventConsole.shown.value?.event.performances ?? []).length > 0;
  if (!live) return <p class="card">{words.loading}</p>;
  return (
    <>
      <Verdicts eventConsole={eventConsole} live={live} />
      <div class="panels">
        {sells && live.payments && <PaymentsPanel live={live} at={at} />}
        <ErrorCodes live={live} at={at} />
        <Funnel live={live} at={at} />
        <LinePanel live={live} line={eventConsole.shown.value?.line ?? null} at={at} />
        {sells && live.free !== undefined && <SeatsPanel live={live} at={at} />}
        {live.payments && <MoneyPanel live={live} at={at} />}
        <ServerPanel live={live} at={at} />
      </div>
    </>
  );
}
