import "./event.css";

import { useState } from "preact/hooks";

import { clock } from "../core/clock";
import { Countdown } from "../core/countdown";
import { useEvent } from "../core/event";
import { number } from "../core/format";
import { ErrorNotice, Frame, pathTo, pathValue, show } from "../core/page";
import { Poster } from "../core/poster";
import type { SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { EnterBox } from "../join/enter_box";
import { Readiness } from "../join/readiness_list";
import { words } from "../words/event";
import { words as joinWords } from "../words/join";
import { Dates, Performances, Prices, Rules } from "./details";
import { Phases } from "./phases";
import { leftWords, lowestPrice, nextMoment } from "./words_of";

const CALM_MS = 30_000;
/** Reload interval shortly before a moment that changes the page. */
const LIVELY_MS = 5_000;
const NEAR_MS = 60_000;

function Clock({ event }: { event: SaleEvent }) {
  const [, again] = useState(0);
  const next = nextMoment(event, clock.now());
  if (!next || event.status === "closed") return null;
  const over = () => again((times) => times + 1);
  return <p class="clock"><Countdown until={next.at} label={next.label} atZero={over} /></p>;
}

const waitingWords = (count: number): string =>
  fill(words.waiting, { n: number(count) });

/** The button to join, or the reason why there is none. */
function Entrance({ event }: { event: SaleEvent }) {
  const { status } = event;
  if (status === "closed" || status === "archived") return <p><strong>{words.closed}</strong></p>;
  if (status === "sold_out") return <p><strong>{words.soldOut}</strong></p>;
  if (status === "draft") return <p class="soft">{words.draftNote}</p>;
  return (
    <>
      {status === "paused" && <p class="note">{words.pausedNote}</p>}
      <EnterBox
        event={event}
        label={status === "lobby" ? joinWords.enter : joinWords.enterOpen}
        onEntered={() => location.assign(pathTo(`/queue/${event.id}`))}
      />
    </>
  );
}

function Head({ event }: { event: SaleEvent }) {
  const price = lowestPrice(event);
  const left = event.status === "sold_out" ? null : leftWords(event);
  const waiting = event.waiting > 0 && waitingWords(event.waiting);
  const facts = [left, price && fill(words.from, { price }), waiting];
  return (
    <section class="head">
      <Poster event={event} />
      <div class="title">
        <p><span class={`tag ${event.status}`}>{words.status[event.status]}</span></p>
        <h1>{event.title}</h1>
        <p class="by">{[event.artist, event.venue].filter(Boolean).join(" · ")}</p>
        <p class="facts">{facts.map((fact) => fact && <span key={fact}>{fact}</span>)}</p>
      </div>
      <div class="about">
        <Clock event={event} />
        <Dates event={event} />
        <Entrance event={event} />
      </div>
    </section>
  );
}

function EventView({ event }: { event: SaleEvent }) {
  const over = event.status === "closed" || event.status === "archived";
  return (
    <>
      <Head event={event} />
      <Performances event={event} />
      <Phases event={event} />
      <Prices event={event} />
      <Rules event={event} />
      {!over && <Readiness event={event} />}
      {event.seller && <p class="soft small">{fill(words.seller, event.seller)}</p>}
    </>
  );
}

function everyMs(event: SaleEvent): number {
  const next = nextMoment(event, clock.now());
  return next && next.at - clock.now() < NEAR_MS ? LIVELY_MS : CALM_MS;
}

function Missing() {
  return (
    <>
      <h1>{words.notFound}</h1>
      <p><a href={pathTo("/")}>{words.toHome}</a></p>
    </>
  );
}

function EventPage({ eventId }: { eventId: string }) {
  const { event, trouble } = useEvent(eventId, everyMs);
  const missing = trouble?.status === 404;
  return (
    <Frame title={event?.title ?? "Onsale"} demo={event?.demo ?? false}>
      {!event && !trouble && <p class="loading">…</p>}
      {!event && missing && <Missing />}
      {!event && trouble && !missing && <ErrorNotice error={trouble} />}
      {event && <EventView event={event} />}
    </Frame>
  );
}

show(<EventPage eventId={pathValue("/events/{id}")} />);
