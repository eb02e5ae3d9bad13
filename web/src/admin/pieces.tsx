// Small components that many sections use.
import type { ComponentChildren } from "preact";

import type { ApiError } from "../core/api";
import { useNow } from "../core/clock";
import { knownZone, number } from "../core/format";
import { errorText } from "../core/page";
import { fill, language } from "../core/words";
import { words } from "../words/admin";
import { ageText, isOld } from "./age";

const LOCALE = language === "ko" ? "ko-KR" : "en-GB";

/** "20:00:03" in the event's zone. */
export function clockTime(at: number | string, zone: string | undefined): string {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  const options: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  };
  return new Intl.DateTimeFormat(LOCALE, {
    ...options,
    ...(knownZone(zone) ? { timeZone: zone } : {}),
  }).format(ms);
}

/** "15 Nov, 20:00:03" in the event's zone. */
export function dayAndTime(at: number | string, zone: string | undefined): string {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  const day: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    ...(knownZone(zone) ? { timeZone: zone } : {}),
  };
  return `${new Intl.DateTimeFormat(LOCALE, day).format(ms)} ${clockTime(ms, zone)}`;
}

interface PanelProps {
  title: string;
  /** The time of its numbers. If absent, its numbers do not age. */
  at?: number | null;
  class?: string;
  children: ComponentChildren;
}

/** A card that shows the age of its numbers, and turns grey when they are too old. */
export function Panel({ title, at, class: extra, children }: PanelProps) {
  const now = useNow();
  const old = at !== undefined && isOld(at, now);
  return (
    <section class={`card panel ${extra ?? ""}${old ? " old" : ""}`}>
      <header>
        <h2>{title}</h2>
        {at !== undefined && (
          <span class="age">{at === null ? words.noAnswerYet : ageText(at, now)}</span>
        )}
      </header>
      {children}
    </section>
  );
}

/** One number with its name. */
export function Figure({
  name,
  children,
  class: extra,
}: {
  name: string;
  children: ComponentChildren;
  class?: string;
}) {
  return (
    <div class={extra}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Reports once, at the top, that the last request failed. */
export function Trouble({ error }: { error: ApiError | null }) {
  if (!error) return null;
  return (
    <p class="note bad" role="alert">
      {errorText(error)} <span class="soft small">{fill(words.codeOf, { code: error.code })}</span>
    </p>
  );
}

interface TableProps {
  caption: string;
  heads: string[];
  /** Indexes of the columns with numbers. */
  numeric?: number[];
  children: ComponentChildren;
}

/** A table that scrolls by itself on a narrow screen and is reachable by keyboard. */
export function Table({ caption, heads, numeric = [], children }: TableProps) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="spoken">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" class={numeric.includes(index) ? "num" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A state as shape, text and colour. */
export function Chip({
  level,
  children,
}: {
  level: "good" | "attention" | "bad" | "none";
  children: ComponentChildren;
}) {
  const shape = { good: "●", attention: "▲", bad: "■", none: "○" }[level];
  return (
    <span class={`chip ${level}`}>
      <span aria-hidden="true">{shape}</span> {children}
    </span>
  );
}

export const percent = (share: number): string =>
  new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 }).format(share);

/** 1,234 or 0.4: rates below ten have one decimal. */
export const rate = (value: number): string =>
  value > 0 && value < 10 ? number(Math.round(value * 10) / 10) : number(Math.round(value));
