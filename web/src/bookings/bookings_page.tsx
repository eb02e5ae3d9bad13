import "./bookings.css";

import { useEffect, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call } from "../core/api";
import { clock } from "../core/clock";
import { ErrorNotice, Frame, Moment, pathTo } from "../core/page";
import { fill } from "../core/words";
import { standing } from "../payment/left";
import type { Event, Order } from "../payment/sale";
import { performanceOf } from "../payment/sale";
import { words } from "../words/bookings";
import { byTime, rowTexts } from "./booking";

type Events = ReadonlyMap<string, Event>;
type Found = { at: "loading" } | { at: "failed"; error: ApiError } | { at: "there"; orders: Order[] };

// Loads each event separately: a guest has few, and the list of all events could be long.
async function eventsOf(orders: readonly Order[]): Promise<Events> {
  const ids = [...new Set(orders.map(({ eventId }) => eventId))];
  const answers = await Promise.all(
    ids.map((eventId) => call("get", "/api/events/{eventId}", { params: { eventId } })),
  );
  const events = answers.flatMap((answer) => (answer.ok ? [answer.value.event] : []));
  return new Map(events.map((event) => [event.id, event]));
}

function useBookings() {
  const [found, setFound] = useState<Found>({ at: "loading" });
  const [events, setEvents] = useState<Events>(new Map());
  const load = async () => {
    const answer = await call("get", "/api/bookings");
    // Without a cookie there is no guest and therefore no bookings.
    if (!answer.ok && answer.error.status === 401) return setFound({ at: "there", orders: [] });
    if (!answer.ok) return setFound({ at: "failed", error: answer.error });
    setFound({ at: "there", orders: answer.value.bookings });
    setEvents(await eventsOf(answer.value.bookings));
  };
  useEffect(() => {
    void load();
  }, []);
  return { found, events, load };
}

function Row({ order, event }: { order: Order; event: Event | undefined }) {
  const performance = performanceOf(event ?? null, order.performanceId);
  const number = order.bookingNumber ?? "";
  return (
    <li class="card booking-row">
      <h2><a href={pathTo(`/bookings/${number}`)}>{event?.title ?? fill(words.booking, { number })}</a></h2>
      {event?.demo && <strong class="test-mark">{words.test}</strong>}
      {performance && (
        <p>
          {performance.title && `${performance.title} · `}
          <Moment at={performance.startsAt} zone={event?.timeZone} />
        </p>
      )}
      <p class="soft">
        {rowTexts(order).map((text) => `${text} · `)}
        <strong class={`standing ${standing(order)}`}>{words.states[standing(order)]}</strong>
      </p>
      <p class="soft small">{fill(words.booking, { number })}</p>
    </li>
  );
}

function Empty() {
  return (
    <section class="card">
      <h2>{words.none}</h2>
      <p>{words.noneText}</p>
      <a class="button" href={pathTo("/")}>{words.toHome}</a>
    </section>
  );
}

/** The bookings of the guest of this browser. */
export function BookingsPage() {
  const { found, events, load } = useBookings();
  const startOf = ({ eventId, performanceId }: Order) =>
    Date.parse(performanceOf(events.get(eventId) ?? null, performanceId)?.startsAt ?? "");
  return (
    <Frame title={words.title}>
      <h1>{words.title}</h1>
      {found.at === "loading" && <p class="loading">{words.loading}</p>}
      {found.at === "failed" && <ErrorNotice error={found.error} onRetry={load} />}
      {found.at === "there" && found.orders.length === 0 && <Empty />}
      {found.at === "there" && found.orders.length > 0 && (
        <>
          <ul class="booking-rows">
            {byTime(found.orders, startOf, clock.now()).map((order) => (
              <Row key={order.orderId} order={order} event={events.get(order.eventId)} />
            ))}
          </ul>
          <p class="soft small">{words.note}</p>
        </>
      )}
    </Frame>
  );
}
