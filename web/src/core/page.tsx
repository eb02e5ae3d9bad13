import "./tokens.css";
import "./base.css";

import type { ComponentChildren, VNode } from "preact";
import { render } from "preact";
import { useEffect } from "preact/hooks";

import { words } from "../words/core";
import type { ApiError } from "./api";
import { dateTime, ownTime } from "./format";
import { fill, language } from "./words";

/** The address of a page in the current language. */
export const pathTo = (path: string): string => `/${language}${path}`;

/** The path after the language: "/queue/demo". */
export const ownPath = (): string => location.pathname.replace(/^\/(en|ko)(?=\/|$)/, "");

/** The value of the placeholder in a pattern such as "/queue/{id}". */
export function pathValue(pattern: string): string {
  const before = pattern.slice(0, pattern.indexOf("{"));
  return decodeURIComponent(ownPath().slice(before.length).split("/")[0] ?? "");
}

const LANGUAGES = [
  { code: "ko", name: "한국어" },
  { code: "en", name: "English" },
] as const;

function Languages() {
  return (
    <nav aria-label={words.language} class="languages">
      {LANGUAGES.map(({ code, name }) => (
        <a
          key={code}
          href={`/${code}${ownPath()}`}
          lang={code}
          hreflang={code}
          {...(code === language ? { "aria-current": "true" as const } : {})}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

interface FrameProps {
  title: string;
  demo?: boolean;
  /** Wide pages use the whole screen. */
  wide?: boolean;
  children: ComponentChildren;
}

/** The frame around every page of a buyer. */
export function Frame({ title, demo, wide, children }: FrameProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div class={wide ? "frame wide" : "frame"}>
      <a class="skip" href="#main">{words.skip}</a>
      <header class="top">
        <a class="brand" href={pathTo("/")}>Onsale</a>
        <a class="mine" href={pathTo("/bookings")}>{words.bookings}</a>
        <Languages />
      </header>
      <main id="main" tabIndex={-1}>
        {demo && <p class="demo">{words.demo}</p>}
        {children}
      </main>
    </div>
  );
}

/** The text of an error. Uses the server's text if there is one. */
export function errorText(error: ApiError): string {
  if (error.code === "OFFLINE") return words.offline;
  if (error.code === "TIMEOUT") return words.timeout;
  const text = error.message || words.unknown;
  return error.retryAfterS > 0 ? `${text} ${fill(words.retryAfter, { seconds: error.retryAfterS })}` : text;
}

interface ErrorNoticeProps {
  error: ApiError;
  /** The action of the button. Absent if a retry is pointless. */
  onRetry?: () => void;
  children?: ComponentChildren;
}

/** The failure, the next step, and the code for the service desk. */
export function ErrorNotice({ error, onRetry, children }: ErrorNoticeProps) {
  const { code, requestId: request, guestCode: guest } = error;
  return (
    <section class="note bad" role="alert">
      <h2>{words.errorTitle}</h2>
      <p>{errorText(error)}</p>
      {children}
      {onRetry && <button type="button" class="quiet" onClick={onRetry}>{words.retry}</button>}
      <p class="soft small">
        {request ? fill(words.codeAndRequest, { code, request }) : fill(words.code, { code })}
        {guest && ` ${fill(words.guestCode, { guest })}`}
      </p>
    </section>
  );
}

/** A time in the event's zone, and in the guest's zone if that differs. */
export function Moment({ at, zone }: { at: string; zone: string | undefined }) {
  const own = ownTime(at, zone);
  return (
    <time dateTime={at}>
      {dateTime(at, zone)}
      {own && <span class="soft"> ({fill(words.yourTime, { time: own })})</span>}
    </time>
  );
}

/** Announces a change to screen readers without interrupting. */
export function Spoken({ text }: { text: string }) {
  return <p class="spoken" role="status" aria-live="polite">{text}</p>;
}

/** Renders the page into the shell. */
export function show(page: VNode): void {
  const root = document.getElementById("page");
  if (!root) return;
  root.textContent = "";
  render(page, root);
}
