import { useRef } from "preact/hooks";

import type { Answer } from "../../core/api";
import { clock } from "../../core/clock";
import { ask } from "../ask";
import type { History } from "./history";
import { EMPTY, historyOf, merged, rowsBefore, timesOf } from "./history";
import { usePolled } from "../polled";
import type { Span } from "./series";

export const HOUR_S = 3600;
const ROWS_MAX: Record<Span, number> = { hour: HOUR_S, sale: 10_080 };
const EVERY_MS: Record<Span, number> = { hour: 1000, sale: 15_000 };

/**
 * A minute has the time of its first second. A minute that begins at most this many seconds before
 * a second contains that second.
 */
const LAST_WHOLE_S = 59;

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

async function rows(
  key: string,
  by: "second" | "minute",
  limit: number,
  since?: string,
): Promise<Answer<History>> {
  const query = { by, limit, since };
  const answer = await ask("get", "/api/admin/events/{key}/live/history", {
    params: { key },
    query,
  });
  return answer.ok ? { ...answer, value: historyOf(answer.value) } : answer;
}

/**
 * Rows by second begin with the server process. The part of the hour before it is shown by minute.
 */
async function firstHour(key: string): Promise<Answer<History>> {
  const seconds = await rows(key, "second", ROWS_MAX.hour);
  if (!seconds.ok) return seconds;
  const begin = clock.now() / 1000 - HOUR_S;
  const first = timesOf(seconds.value)[0] ?? Infinity;
  if (first <= begin) return seconds;
  const minutes = await rows(key, "minute", ROWS_MAX.hour, instant(begin));
  if (!minutes.ok) return seconds;
  return {
    ...seconds,
    value: merged(rowsBefore(minutes.value, first - LAST_WHOLE_S), seconds.value, ROWS_MAX.hour),
  };
}

/** The rows of an event: loaded once, then only new rows. */
export function useHistory(key: string, span: Span) {
  const known = useRef({ about: "", history: EMPTY });
  const about = `${span} ${key}`;
  return usePolled<History>(
    async () => {
      if (known.current.about !== about) known.current = { about, history: EMPTY };
      const last = timesOf(known.current.history).at(-1);
      const by = span === "hour" ? "second" : "minute";
      const answer = await (last !== undefined
        ? rows(key, by, ROWS_MAX[span], instant(last + 1))
        : span === "hour"
          ? firstHour(key)
          : rows(key, by, ROWS_MAX[span]));
      if (!answer.ok) return answer;
      const history = merged(known.current.history, answer.value, ROWS_MAX[span]);
      known.current = { about, history };
      return { ...answer, value: history };
    },
    EVERY_MS[span],
    [key, span],
  );
}
