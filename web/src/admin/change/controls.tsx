import { words as common } from "../../words/admin";
import { DeadlineControls, FlowControls, LifecycleControls } from "../line/controls_line";
import { MessageControls } from "./controls_messages";
import { PaceControls } from "../line/controls_pace";
import { SaleControls } from "./controls_sale";
import { useEventConsole } from "./event_console";

/** All levers. Each shows its effect before it is changed. */
export function Controls() {
  const { shown, sale } = useEventConsole();
  const event = shown.value?.event;
  if (!event) return <p class="card">{common.loading}</p>;
  return (
    <div class="panels wide">
      <LifecycleControls event={event} />
      <FlowControls event={event} />
      <PaceControls event={event} />
      <DeadlineControls event={event} />
      {sale.value && <SaleControls event={event} sale={sale.value} />}
      {sale.value && <MessageControls event={event} sale={sale.value} />}
    </div>
  );
}
