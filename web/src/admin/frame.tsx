import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useNow } from "../core/clock";
import { countdown, zoneName } from "../core/format";
import { fill, language } from "../core/words";
import { words } from "../words/admin";
import { words as core } from "../words/core";
import { Chip, clockTime } from "./pieces";
import type { Route } from "./route";
import { SECTIONS, hashOf } from "./route";
import type { EventDetails, EventSummary, Lifecycle } from "./types";
import { goTo } from "./use_route";

const LEVELS = {
  draft: "none",
  lobby: "none",
  open: "good",
  paused: "attention",
  closed: "none",
  archived: "none",
} as const satisfies Record<Lifecycle, string>;

const OTHER = language === "ko" ? { code: "en", name: "English" } : { code: "ko", name: "한국어" };

function OtherLanguage() {
  return (
    <a href={`/${OTHER.code}/admin${location.hash}`} lang={OTHER.code} hreflang={OTHER.code}>
      {OTHER.name}
    </a>
  );
}

/** The server's time, and the time until or since the opening. */
function Times({ event }: { event: EventDetails }) {
  const now = useNow();
  const opens = Date.parse(event.opensAt);
  const before = now < opens;
  const text = before ? words.opensIn : words.openSince;
  return (
    <span class="times">
      <Chip level={LEVELS[event.lifecycle]}>{words.lifecycle[event.lifecycle]}</Chip>
      {event.lifecycle !== "closed" && event.lifecycle !== "archived" && (
        <span>{fill(text, { time: countdown(Math.abs(opens - now)) })}</span>
      )}
      <span class="soft" title={words.serverTime}>
        {clockTime(now, event.timeZone)} {zoneName(now, event.timeZone)}
      </span>
    </span>
  );
}

interface TopProps {
  route: Route;
  events: EventSummary[];
  event: EventDetails | null;
  onSignOut: () => void;
}

function Top({ route, events, event, onSignOut }: TopProps) {
  const choose = (key: string) => goTo({ ...route, event: key, detail: "" });
  return (
    <header class="console-top">
      <span class="brand">
        Onsale <small>{words.console}</small>
      </span>
      <label class="choice">
        <span class="spoken">{words.event}</span>
        <select
          name="event"
          value={route.event}
          onChange={(change) => choose(change.currentTarget.value)}
        >
          {!events.some(({ key }) => key === route.event) && (
            <option value={route.event}>{route.event}</option>
          )}
          {events.map(({ key, title }) => (
            <option key={key} value={key}>
              {title} ({key})
            </option>
          ))}
        </select>
      </label>
      {event && <Times event={event} />}
      <span class="push" />
      <OtherLanguage />
      <button type="button" class="quiet" onClick={onSignOut}>
        {words.signOut}
      </button>
    </header>
  );
}

interface FrameProps extends TopProps {
  children: ComponentChildren;
}

/** The frame around every section of the console. */
export function ConsoleFrame({ children, ...top }: FrameProps) {
  const { route } = top;
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const title = words.sections[route.section];
  useEffect(() => {
    document.title = `${title} · ${words.title}`;
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [route.section, route.event]);
  return (
    <div class="console">
      <a
        class="skip"
        href="#main"
        onClick={(click) => {
          click.preventDefault();
          main.current?.focus();
        }}
      >
        {core.skip}
      </a>
      <Top {...top} />
      <nav class="sections" aria-label={words.navigation}>
        {SECTIONS.map((section) => (
          <a
            key={section}
            href={hashOf({ event: route.event, section, detail: "" })}
            {...(section === route.section ? { "aria-current": "page" as const } : {})}
          >
            {words.sections[section]}
          </a>
        ))}
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
