import { money } from "../../core/format";
import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { words as changes } from "../../words/admin_changes";
import { words as messages } from "../../words/admin_messages";
import { words } from "../../words/admin_orders";
import { ask } from "../ask";
import { askAgain, cancelOrder } from "../change/service_changes";
import { ellipsis } from "../change/control";
import { useEventConsole } from "../change/event_console";
import type { PartProps } from "./order_parts";
import { LEVELS, attemptsOf, refundsOf } from "./order_parts";
import { RefundForm, Refunds } from "./order_refunds";
import { Chip, Figure, Panel, Trouble, dayAndTime } from "../pieces";
import { usePolled } from "../polled";
import { orderStoryText } from "./order_story";
import type { OrderDetails } from "../types";

const ORDER_EVERY_MS = 2000;

function Summary({ order }: PartProps) {
  const paidBack = refundsOf(order)
    .filter(({ state }) => state === "done")
    .reduce((sum, { amount }) => sum + amount, 0);
  return (
    <dl class="figures">
      <Figure name={words.state}>
        <Chip level={LEVELS[order.state]}>{words.states[order.state]}</Chip>
        {order.reason && (
          <span class="small">
            {" "}
            {messages.endReasons[order.reason] ?? order.reason}
          </span>
        )}
      </Figure>
      <Figure name={words.booking}>{order.booking ?? "–"}</Figure>
      <Figure name={words.performance}>{order.performance}</Figure>
      <Figure name={words.total}>{money(order.total, order.currency)}</Figure>
      <Figure name={words.refunded}>{money(paidBack, order.currency)}</Figure>
      <Figure name={words.provider}>{attemptsOf(order).at(-1)?.provider ?? "–"}</Figure>
      <Figure name={words.guest}>
        <code class="small">{order.guest}</code>
      </Figure>
    </dl>
  );
}

function Story({ order, zone }: { order: OrderDetails; zone: string | undefined }) {
  return (
    <ol class="story">
      {order.story.map((line, index) => {
        const told = orderStoryText(line, zone);
        return (
          <li key={index}>
            <time dateTime={line.at}>{dayAndTime(line.at, zone)}</time>
            <span class="soft">{words.who[line.who as keyof typeof words.who] ?? line.who}</span>
            {told === null ? <span lang="en">{line.what}</span> : <span>{told}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Actions({ order, refresh }: PartProps) {
  const { propose } = useEventConsole();
  const unpaid =
    order.state === "held" || order.state === "paying" || order.state === "awaiting_deposit";
  return (
    <div class="row">
      {(order.state === "unknown" || order.state === "paying") && (
        <button type="button" onClick={() => propose(askAgain(order.order), refresh)}>
          {ellipsis(changes.askAgain)}
        </button>
      )}
      {unpaid && (
        <button
          type="button"
          class="danger"
          onClick={() => propose(cancelOrder(order.order), refresh)}
        >
          {ellipsis(changes.cancelOrder)}
        </button>
      )}
    </div>
  );
}

/** One order with its full history and the possible actions. */
export function OrderView({ code }: { code: string }) {
  const zone = useEventConsole().shown.value?.event.timeZone;
  const order = usePolled<OrderDetails>(
    () =>
      code.startsWith("B-")
        ? ask("get", "/api/admin/bookings/{number}", { params: { number: code } })
        : ask("get", "/api/admin/orders/{code}", { params: { code } }),
    ORDER_EVERY_MS,
    [code],
  );
  const { value, error, refresh } = order;
  if (!value) {
    const missing = error?.status === 404;
    return missing ? (
      <p class="note bad" role="alert">
        {fill(words.notFound, { code })}
      </p>
    ) : (
      <>
        <Trouble error={error} />
        <p class="card">{common.loading}</p>
      </>
    );
  }
  return (
    <>
      <Trouble error={error} />
      <Panel title={fill(words.orderTitle, { code: value.order })} at={order.at}>
        <Summary order={value} refresh={refresh} />
        <Actions order={value} refresh={refresh} />
      </Panel>
      <Panel title={words.story}>
        <Story order={value} zone={zone} />
      </Panel>
      <RefundForm order={value} refresh={refresh} />
      <Refunds order={value} refresh={refresh} zone={zone} />
    </>
  );
}
