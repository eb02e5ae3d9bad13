import { words } from "../../words/admin";
import { useDesk } from "../change/desk";
import { ErrorCodes, LinePanel, PaymentsPanel, ServerPanel } from "./overview_panels";
import { Funnel, MoneyPanel, SeatsPanel } from "./overview_sale";
import { Verdicts } from "../health/verdicts";

/** The first screen, with the most urgent information. */
export function Overview() {
  const desk = useDesk();
  const { value: live, at } = desk.live;
  const sells = (desk.shown.value?.event.performances ?? []).length > 0;
  if (!live) return <p class="card">{words.loading}</p>;
  return (
    <>
      <Verdicts desk={desk} live={live} />
      <div class="panels">
        {sells && live.payments && <PaymentsPanel live={live} at={at} />}
        <ErrorCodes live={live} at={at} />
        <Funnel live={live} at={at} />
        <LinePanel live={live} line={desk.shown.value?.line ?? null} at={at} />
        {sells && live.free !== undefined && <SeatsPanel live={live} at={at} />}
        {live.payments && <MoneyPanel live={live} at={at} />}
        <ServerPanel live={live} at={at} />
      </div>
    </>
  );
}
