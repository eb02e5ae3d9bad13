import "../payment/payment.css";
import "./bookings.css";

import { useState } from "preact/hooks";

import { call } from "../core/api";
import { clock } from "../core/clock";
import { download } from "../core/download";
import { ErrorNotice, Frame, Moment, pathTo } from "../core/page";
import { fill, language } from "../core/words";
import { contractText } from "../payment/contract";
import { seatsLeft, standing } from "../payment/left";
import { EventFacts, OrderLines } from "../payment/receipt";
import { Refunds } from "../payment/refunds";
import type { Event, Order } from "../payment/sale";
import { performanceOf } from "../payment/sale";
import { useOrder } from "../payment/use_order";
import type { SaleNames } from "../payment/use_sale";
import { useSale } from "../payment/use_sale";
import { words } from "../words/bookings";
import { words as payWords } from "../words/payment";
import { GiveBack } from "./give_back";
import { calendarFile } from "./ics";

function keepCalendar(order: Order, event: Event, names: SaleNames): void {
  const performance = performanceOf(event, order.performanceId);
  const number = order.bookingNumber ?? "";
  if (!performance) return;
  const seats = seatsLeft(order).map(names.nameOf).join(" / ");
  const file = calendarFile({
    uid: `${number}@${location.hostname}`,
    startsAt: performance.startsAt,
    title: [event.demo && `[${words.test}]`, event.title, performance.title].filter(Boolean).join(" "),
    ...(event.venue ? { place: event.venue } : {}),
    description: `${fill(words.icsNumber, { number })}\n${fill(words.icsSeats, { seats })}`,
    url: `${location.origin}/${language}/bookings/${number}`,
    stamp: clock.now(),
  });
  download(`${number}.ics`, "text/calendar;charset=utf-8", file);
}

function keepContract(order: Order, event: Event, names: SaleNames): void {
  const { quote, performanceId, orderId, bookingNumber } = order;
  const text = contractText({
    event, performanceId, quote, orderId, nameOf: names.nameOf, writtenAt: clock.now(),
    ...(bookingNumber ? { bookingNumber } : {}),
  });
  download(`${payWords.contractFile}-${bookingNumber}.txt`, "text/plain;charset=utf-8", text);
}

function Actions({ order, event, names }: { order: Order; event: Event; names: SaleNames }) {
  return (
    <p class="more-actions no-print">
      {standing(order) !== "back" && (
        <>
          <button type="button" class="quiet" onClick={() => print()}>{words.print}</button>
          <button type="button" class="quiet" onClick={() => keepCalendar(order, event, names)}>
            {words.calendar}
          </button>
        </>
      )}
      <button type="button" class="quiet" onClick={() => keepContract(order, event, names)}>
        {words.contract}
      </button>
    </p>
  );
}

function Ticket({ order, names }: { order: Order; names: SaleNames }) {
  const { event } = names;
  const state = standing(order);
  return (
    <article class="card ticket">
      <h1>{event?.title ?? fill(words.booking, { number: order.bookingNumber ?? "" })}</h1>
      {event?.demo && (
        <p class="test"><strong class="test-mark">{words.test}</strong> {words.testText}</p>
      )}
      <p class="big">
        <span class="soft small">{words.bookingNumber}</span>
        <strong class="number">{order.bookingNumber}</strong>{" "}
        <strong class={`standing ${state}`}>{words.states[state]}</strong>
      </p>
      {event && <EventFacts event={event} performanceId={order.performanceId} />}
      <h2>{words.seats}</h2>
      <OrderLines order={order} names={names} />
      {order.paidAt && (
        <p class="soft small">{words.paidAt} <Moment at={order.paidAt} zone={event?.timeZone} /></p>
      )}
      {state === "back" ? <p class="note bad">{words.void}</p> : <p class="soft small">{words.show}</p>}
      {event && <Actions order={order} event={event} names={names} />}
    </article>
  );
}

function NotYours({ number }: { number: string }) {
  return (
    <section class="note bad" role="alert">
      <h1>{words.notYours}</h1>
      <p>{words.notYoursText}</p>
      <a class="button" href={pathTo("/bookings")}>{words.all}</a>
      <p class="soft small">{fill(words.booking, { number })}</p>
    </section>
  );
}

/** The page of one booking: ticket, download and refund. */
export function BookingPage({ number }: { number: string }) {
  const { order, error, note, ask } = useOrder(() =>
    call("get", "/api/bookings/{number}", { params: { number } }),
  );
  const names = useSale(order);
  const [told, setTold] = useState("");
  const known = error?.code === "BOOKING_NOT_FOUND" || error?.code === "VISITOR_REQUIRED";
  return (
    <Frame title={fill(words.booking, { number })} demo={names.event?.demo ?? false}>
      {known && <NotYours number={number} />}
      {error && !known && !order && <ErrorNotice error={error} onRetry={ask} />}
      {error && !known && order && <p class="note no-print" role="status">{words.reconnecting}</p>}
      {!order && !error && <p class="loading">{words.loading}</p>}
      <p role="status" class={told ? "note good no-print" : "spoken"}>{told}</p>
      {order && (
        <>
          <Ticket order={order} names={names} />
          <div class="no-print">
            <Refunds refunds={order.refunds} zone={names.event?.timeZone} nameOf={names.nameOf} />
            {seatsLeft(order).length > 0 && (
              <GiveBack
                key={seatsLeft(order).join()}
                order={order}
                nameOf={names.nameOf}
                onAsk={ask}
                onDone={(next, text) => {
                  note(next);
                  setTold(text);
                }}
              />
            )}
            <p><a href={pathTo("/bookings")}>{words.all}</a></p>
          </div>
        </>
      )}
    </Frame>
  );
}
