import "./payment.css";

import { call } from "../core/api";
import { clock, useNow } from "../core/clock";
import { download } from "../core/download";
import { ErrorNotice, Frame, ownPath, pathTo, pathValue, show, Spoken } from "../core/page";
import { language } from "../core/words";
import { words } from "../words/payment";
import { contractText } from "./contract";
import { standing } from "./left";
import type { StateProps } from "./order_actions";
import { Ended, Held, Paid, Paying, Unknown } from "./order_states";
import { headline, isSettling } from "./order_words";
import { EventFacts, OrderLines } from "./receipt";
import { Refunds } from "./refunds";
import { languageBefore } from "./remember";
import type { Order } from "./sale";
import { useOrder } from "./use_order";
import type { SaleNames } from "./use_sale";
import { useSale } from "./use_sale";

const code = pathValue("/payment/{order}");

const LOOKS: Record<Order["state"], string> = {
  held: "bad", paying: "", awaiting_deposit: "", unknown: "bad", paid: "good", ended: "",
};

function lookOf(order: Order, now: number): string {
  const givenBack = order.state === "paid" && standing(order) === "back";
  return givenBack || isSettling(order, now) ? "" : LOOKS[order.state];
}

function News(props: StateProps) {
  switch (props.order.state) {
    case "held":
      return <Held {...props} />;
    case "paying":
    case "awaiting_deposit":
      return <Paying {...props} />;
    case "unknown":
      return <Unknown {...props} />;
    case "paid":
      return <Paid {...props} />;
    case "ended":
      return <Ended {...props} />;
  }
}

function keepContract(order: Order, { event, nameOf }: SaleNames): void {
  if (!event) return;
  const { quote, performanceId, orderId, bookingNumber } = order;
  const text = contractText({
    event, performanceId, quote, nameOf, orderId, writtenAt: clock.now(),
    ...(bookingNumber ? { bookingNumber } : {}),
  });
  download(`${words.contractFile}-${orderId}.txt`, "text/plain;charset=utf-8", text);
}

function Details({ order, names }: { order: Order; names: SaleNames }) {
  const { event, nameOf } = names;
  return (
    <>
      <Refunds refunds={order.refunds} zone={event?.timeZone} nameOf={nameOf} />
      <section class="card" aria-labelledby="order">
        <h2 id="order">{words.order} <span class="code">{order.orderId}</span></h2>
        {event && <EventFacts event={event} performanceId={order.performanceId} />}
        <OrderLines order={order} names={names} />
        {event && order.state !== "ended" && (
          <button type="button" class="quiet" onClick={() => keepContract(order, names)}>
            {words.contract}
          </button>
        )}
      </section>
    </>
  );
}

function NotYours() {
  return (
    <section class="note bad" role="alert">
      <h1>{words.notYours}</h1>
      <p>{words.notYoursText}</p>
      <p class="more-actions">
        <a class="button" href={pathTo("/bookings")}>{words.toBookings}</a>
      </p>
      <p class="soft small">{words.order} <span class="code">{code}</span></p>
    </section>
  );
}

function OrderPage() {
  const { order, error, note, ask } = useOrder(() =>
    call("get", "/api/orders/{code}", { params: { code } }),
  );
  const names = useSale(order);
  const now = useNow();
  const title = order ? headline(order, now) : words.order;
  const known = error?.code === "ORDER_NOT_FOUND" || error?.code === "VISITOR_REQUIRED";
  return (
    <Frame title={title} demo={names.event?.demo ?? false}>
      <Spoken text={order ? title : ""} />
      {known && <NotYours />}
      {error && !known && !order && <ErrorNotice error={error} onRetry={ask} />}
      {error && !known && order && <p class="note" role="status">{words.reconnecting}</p>}
      {!order && !error && <p class="loading">{words.loading}</p>}
      {order && (
        <>
          <section class={`card news ${lookOf(order, now)}`}>
            <h1>{title}</h1>
            <News key={`${order.state}-${order.attempt}`} {...{ order, event: names.event, note, ask }} />
          </section>
          <Details order={order} names={names} />
        </>
      )}
    </Frame>
  );
}

// The return from the provider uses the browser's language, which may differ from the guest's
// choice.
const before = languageBefore();
if (before && before !== language) location.replace(`/${before}${ownPath()}`);
else show(<OrderPage />);
