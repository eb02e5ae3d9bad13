import "./home.css";

import { useEffect, useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { call } from "../core/api";
import { clock } from "../core/clock";
import { Countdown } from "../core/countdown";
import { ErrorNotice, Frame, Moment, pathTo, show } from "../core/page";
import { Poster } from "../core/poster";
import type { SaleEvent } from "../core/schema_types";
import { fill } from "../core/words";
import { leftWords, lowestPrice, nextMoment } from "../event/words_of";
import { words as eventWords } from "../words/event";
import { words } from "../words/home";

const EVERY_MS = 30_000;
const RETRY_MS = 3_000;
/** A countdown is shown only on the last day. Before that the date is enough. */
const COUNT_FROM_MS = 86_400_000;

interface News {
  events: SaleEvent[] | null;
  trouble: ApiError | null;
}

function useEvents(): News {
  const [news, setNews] = useState<News>({ events: null, trouble: null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const answer = await call("get", "/api/events");
      if (answer.ok) setNews({ events: answer.value.events, trouble: null });
      else setNews(({ events }) => ({ events, trouble: answer.error }));
      plan(answer.ok ? EVERY_MS : RETRY_MS);
    };
    const plan = (ms: number) => {
      timer = setTimeout(look, ms * (1 + Math.random() / 3));
    };
    const look = () => (document.visibilityState === "visible" ? void read() : plan(RETRY_MS));
    void read();
    return () => clearTimeout(timer);
  }, []);
  return news;
}

const isOver = ({ status }: SaleEvent): boolean => status === "closed" || status === "archived";

function Opening({ event }: { event: SaleEvent }) {
  const next = nextMoment(event, clock.now());
  if (!next || event.status === "open" || isOver(event)) return null;
  if (next.at - clock.now() < COUNT_FROM_MS)
    return <p class="soon"><Countdown until={next.at} label={next.label} /></p>;
  return (
    <p class="soft small">
      {eventWords.opens}: <Moment at={event.opensAt} zone={event.timeZone} />
    </p>
  );
}

function Card({ event }: { event: SaleEvent }) {
  const price = lowestPrice(event);
  const first = event.performances[0];
  const left = event.status === "sold_out" || isOver(event) ? null : leftWords(event);
  return (
    <li class="card event">
      <Poster event={event} />
      <div>
        <p><span class={`tag ${event.status}`}>{eventWords.status[event.status]}</span></p>
        <h2><a href={pathTo(`/events/${event.id}`)}>{event.title}</a></h2>
        <p class="by">{[event.artist, event.venue].filter(Boolean).join(" · ")}</p>
        {first && <p class="soft small"><Moment at={first.startsAt} zone={event.timeZone} /></p>}
        <Opening event={event} />
        <p class="facts">
          {left && <span>{left}</span>}
          {price && <span>{fill(eventWords.from, { price })}</span>}
        </p>
      </div>
    </li>
  );
}

function Cards({ events }: { events: SaleEvent[] }) {
  return <ul class="events">{events.map((event) => <Card key={event.id} event={event} />)}</ul>;
}

function HomePage() {
  const { events, trouble } = useEvents();
  const current = events?.filter((event) => !isOver(event)) ?? [];
  const past = events?.filter(isOver) ?? [];
  return (
    <Frame title={`${words.title} · Onsale`}>
      <h1>{words.heading}</h1>
      {trouble && !events && <ErrorNotice error={trouble} />}
      {!events && !trouble && <p class="loading">…</p>}
      {events && current.length === 0 && <p>{words.none}</p>}
      <Cards events={current} />
      {past.length > 0 && <h2>{words.over}</h2>}
      <Cards events={past} />
    </Frame>
  );
}

show(<HomePage />);
