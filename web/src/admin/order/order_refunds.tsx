import { useState } from "preact/hooks";

import { money } from "../../core/format";
import { words as changes } from "../../words/admin_changes";
import { words } from "../../words/admin_orders";
import { refund, retryRefund } from "../change/service_changes";
import { ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import type { PartProps } from "./order_parts";
import { refundsOf, seatsOf } from "./order_parts";
import { Chip, Panel, Table, dayAndTime } from "../pieces";

/** Selects the seats and the reason. The dry run shows the amount before the refund. */
export function RefundForm({ order, refresh }: PartProps) {
  const { propose } = useEventConsole();
  const [left, setLeft] = useState<string[]>([]);
  const [why, setWhy] = useState<"guest" | "organiser">("guest");
  const open = seatsOf(order).filter(({ givenBack }) => !givenBack);
  const chosen = open.filter(({ seat }) => !left.includes(seat)).map(({ seat }) => seat);
  const toggle = (seat: string) =>
    setLeft(left.includes(seat) ? left.filter((one) => one !== seat) : [...left, seat]);
  const all = chosen.length === open.length;
  if (order.state !== "paid" || open.length === 0) return null;
  return (
    <Panel title={changes.refund}>
      <fieldset>
        <legend>{words.seats}</legend>
        {open.map(({ seat, grade, type, price, fees }) => (
          <label key={seat} class="tick">
            <input type="checkbox" checked={!left.includes(seat)} onChange={() => toggle(seat)} />
            <span>
              {seat} · {grade} · {type} · {money(price + fees, order.currency)}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{words.why}</legend>
        {(["guest", "organiser"] as const).map((one) => (
          <label key={one} class="tick">
            <input type="radio" name="why" checked={why === one} onChange={() => setWhy(one)} />
            <span>{words.whys[one]}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        disabled={chosen.length === 0}
        onClick={() => propose(refund(order.order, all ? [] : chosen, why), refresh)}
      >
        {ellipsis(words.showAmount)}
      </button>
    </Panel>
  );
}

export function Refunds({ order, refresh, zone }: PartProps & { zone: string | undefined }) {
  const { propose } = useEventConsole();
  const refunds = refundsOf(order);
  if (refunds.length === 0) return null;
  return (
    <Panel title={words.refunds}>
      <Table
        caption={words.refunds}
        heads={[words.when, words.seats, words.amount, words.state, ""]}
        numeric={[2]}
      >
        {refunds.map((one) => (
          <tr key={one.refund}>
            <td>{dayAndTime(one.requestedAt, zone)}</td>
            <td>{one.seats.join(", ")}</td>
            <td class="num">{money(one.amount, one.currency)}</td>
            <td>
              <Chip
                level={one.state === "done" ? "good" : one.state === "failed" ? "bad" : "attention"}
              >
                {words.refundStates[one.state]}
              </Chip>
            </td>
            <td>
              {one.state === "failed" && (
                <button
                  type="button"
                  class="quiet slim"
                  onClick={() => propose(retryRefund(order.order, one.refund), refresh)}
                >
                  {ellipsis(changes.retryRefund)}
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
