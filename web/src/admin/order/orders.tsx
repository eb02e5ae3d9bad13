import { useState } from "preact/hooks";

import { money, number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/admin_orders";
import { ask, download } from "../ask";
import { useEventConsole } from "../change/event_console";
import type { State } from "./order_parts";
import { LEVELS, STATES } from "./order_parts";
import { GuestStory } from "./guest_story";
import { OrderView } from "./order_view";
import { Chip, Panel, Table, Trouble, dayAndTime } from "../pieces";
import { usePolled } from "../polled";
import { hashOf } from "../route";
import type { OrderRow } from "../types";
import { goTo } from "../use_route";

const LIST_EVERY_MS = 3000;

const isOrder = (code: string): boolean => /^[OB]-/.test(code);
/** Codes are read aloud, so their case is ignored. Any other id is used unchanged. */
const codeOf = (text: string): string =>
  /^[obg]-/i.test(text.trim()) ? text.trim().toUpperCase() : text.trim();

/** Searches by a code that a guest reads out: of an order, of a booking, or of the guest. */
function Search({ eventKey, initial }: { eventKey: string; initial: string }) {
  const [text, setText] = useState(initial);
  const submit = (event: Event) => {
    event.preventDefault();
    goTo({ event: eventKey, section: "orders", detail: codeOf(text) });
  };
  return (
    <form class="row search" role="search" onSubmit={submit}>
      <label class="stack grow">
        {words.find}
        <input
          name="find"
          type="search"
          placeholder="O-… / B-… / G-…"
          value={text}
          onInput={(input) => setText(input.currentTarget.value)}
        />
      </label>
      <button type="submit">{words.search}</button>
    </form>
  );
}

const givenBackText = ({ seats, givenBack }: OrderRow): string =>
  givenBack.length === seats.length
    ? words.givenBack
    : fill(words.partGivenBack, { seats: givenBack.join(", ") });

function Row({
  row,
  eventKey,
  zone,
}: {
  row: OrderRow;
  eventKey: string;
  zone: string | undefined;
}) {
  return (
    <tr>
      <th scope="row" class="brief">
        <a href={hashOf({ event: eventKey, section: "orders", detail: row.order })}>{row.order}</a>
      </th>
      <td class="brief">{row.booking ?? "–"}</td>
      <td class="brief">
        <Chip level={LEVELS[row.state]}>{words.states[row.state]}</Chip>
        {row.givenBack.length > 0 && <span class="small"> {givenBackText(row)}</span>}
      </td>
      <td class="seat-ids">{row.seats.join(", ")}</td>
      <td class="num">{money(row.total, row.currency)}</td>
      <td class="num">
        {row.refunded > 0 ? money(row.refunded, row.currency) : "–"}
        {row.refundsOpen > 0 ? " ▲" : ""}
      </td>
      <td class="brief">{dayAndTime(row.beganAt, zone)}</td>
    </tr>
  );
}

function OrderList() {
  const { eventKey, shown } = useEventConsole();
  const [state, setState] = useState<State | "">("");
  const [pages, setPages] = useState<number[]>([]);
  const after = pages.at(-1);
  const query = { state: state || undefined, after, limit: 50 };
  const orders = usePolled(
    () => ask("get", "/api/admin/events/{key}/orders", { params: { key: eventKey }, query }),
    LIST_EVERY_MS,
    [eventKey, state, after],
  );
  const zone = shown.value?.event.timeZone;
  const next = orders.value?.next;
  const rows = orders.value?.orders ?? [];
  const heads = [
    words.order,
    words.booking,
    words.state,
    words.seats,
    words.total,
    words.refunded,
    words.began,
  ];
  return (
    <Panel title={words.list} at={orders.at}>
      <div class="row">
        <label>
          {words.state}{" "}
          <select
            name="state"
            value={state}
            onChange={(change) => {
              setPages([]);
              setState(change.currentTarget.value as State | "");
            }}
          >
            <option value="">{words.all}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {words.states[one]}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            void download(
              `/api/admin/events/${encodeURIComponent(eventKey)}/orders.csv`,
              `${eventKey}-orders.csv`,
            )
          }
        >
          {words.csv}
        </button>
      </div>
      <Trouble error={orders.error} />
      <Table caption={words.list} heads={heads} numeric={[4, 5]}>
        {rows.map((row) => (
          <Row key={row.order} row={row} eventKey={eventKey} zone={zone} />
        ))}
      </Table>
      {orders.value && rows.length === 0 && <p class="soft">{words.none}</p>}
      <div class="row">
        {pages.length > 0 && (
          <button type="button" class="quiet" onClick={() => setPages(pages.slice(0, -1))}>
            {words.newer}
          </button>
        )}
        {typeof next === "number" && (
          <button type="button" class="quiet" onClick={() => setPages([...pages, next])}>
            {words.older}
          </button>
        )}
        {pages.length > 0 && (
          <span class="soft">{fill(words.page, { n: number(pages.length + 1) })}</span>
        )}
      </div>
    </Panel>
  );
}

/** Finds an order, shows its history, and offers the actions for the guest. */
export function Orders({ detail }: { detail: string }) {
  const { eventKey } = useEventConsole();
  return (
    <>
      <Search key={detail} eventKey={eventKey} initial={detail} />
      {detail ? (
        <>
          <p>
            <a href={hashOf({ event: eventKey, section: "orders", detail: "" })}>← {words.list}</a>
          </p>
          {isOrder(detail) && <OrderView key={detail} code={detail} />}
          <GuestStory key={`story ${detail}`} code={detail} />
        </>
      ) : (
        <OrderList />
      )}
    </>
  );
}
