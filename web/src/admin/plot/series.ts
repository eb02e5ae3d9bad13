import type { History } from "./history";
import { timesOf } from "./history";

export type Span = "hour" | "sale";

/** Duration of a row. */
const ROW_S: Record<Span, number> = { hour: 1, sale: 60 };

export const PLOTS = [
  "arrivals",
  "admissions",
  "active",
  "waiting",
  "holds",
  "payments",
  "p99",
  "errors",
] as const;
export type PlotName = (typeof PLOTS)[number];

interface Source {
  /** Its name in the catalogue, or the code of an error. */
  name: string;
  from: "columns" | "server" | "errors";
  column: string;
  /** True for counts. They are shown per second in the hour, and per minute in the whole sale. */
  counts?: boolean;
  /** Values are divided by this. */
  scale?: number;
}

const US_IN_MS = 1000;

const of = (column: string, more: Partial<Source> = {}): Source => ({
  name: column,
  from: "columns",
  column,
  ...more,
});
const counted = (column: string): Source => of(column, { counts: true });

const SOURCES: Record<Exclude<PlotName, "errors">, Source[]> = {
  arrivals: [counted("arrived")],
  admissions: [counted("admitted"), counted("noShows")],
  active: [of("active"), of("maxActive")],
  waiting: [of("waiting"), of("away")],
  holds: [of("held"), of("paying"), of("returned")],
  payments: [counted("paymentsApproved"), counted("paymentsDeclined"), counted("paymentsUnknown")],
  p99: [
    of("requestP99Us", { from: "server", scale: US_IN_MS }),
    of("statusP99Us", { from: "server", scale: US_IN_MS }),
  ],
};

/** Maximum number of lines that can be distinguished. */
const CODES_MAX = 5;

function errorSources(history: History): Source[] {
  const total = (code: string) =>
    (history.errors[code] ?? []).reduce<number>((sum, n) => sum + (n ?? 0), 0);
  return Object.keys(history.errors)
    .map((code) => ({ code, all: total(code) }))
    .filter(({ all }) => all > 0)
    .sort((a, b) => b.all - a.all || (a.code < b.code ? -1 : 1))
    .slice(0, CODES_MAX)
    .map(({ code }) => ({ name: code, from: "errors", column: code, counts: true }));
}

type Cell = number | null;

export interface Series {
  name: string;
  values: Cell[];
  counts: boolean;
}

export interface Shape {
  times: number[];
  series: Series[];
}

/** Counts that cover a gap are spread over it, so that the gap does not look like a burst. */
function valuesOf(history: History, source: Source): Cell[] {
  const raw = history[source.from][source.column] ?? [];
  const covers = history.columns["covers"] ?? [];
  return raw.map((value, row) => {
    if (value === null) return null;
    const seconds = source.counts ? Math.max(1, covers[row] ?? 1) : 1;
    return source.counts ? value / seconds : value / (source.scale ?? 1);
  });
}

/** Inserts an empty row where rows are missing, so that the line is interrupted. */
function withGaps({ times, series }: Shape, covers: Cell[], rowS: number): Shape {
  const broken: Shape = { times: [], series: series.map((one) => ({ ...one, values: [] })) };
  times.forEach((time, row) => {
    const before = times[row - 1];
    const reach = Math.max(rowS, covers[row] ?? 0) + rowS;
    if (before !== undefined && time - before > reach) {
      broken.times.push(before + rowS);
      broken.series.forEach(({ values }) => values.push(null));
    }
    broken.times.push(time);
    broken.series.forEach(({ values }, index) => values.push(series[index]?.values[row] ?? null));
  });
  return broken;
}

/** Maximum number of drawn rows. If there are more, several are combined into one. */
const ROWS_DRAWN = 900;

type Gather = (known: number[]) => number;

const mean: Gather = (known) => known.reduce((sum, value) => sum + value, 0) / known.length;
const last: Gather = (known) => known[known.length - 1] ?? 0;
const worst: Gather = (known) => Math.max(...known);

/**
 * Combines counts by mean, levels by last value, and latencies by maximum, so that peaks stay
 * visible.
 */
function thinned({ times, series }: Shape, latencies: boolean): Shape {
  const size = Math.ceil(times.length / ROWS_DRAWN);
  if (size <= 1) return { times, series };
  const starts = Array.from(
    { length: Math.ceil(times.length / size) },
    (_, bucket) => bucket * size,
  );
  const one = (values: Cell[], start: number, gather: Gather): Cell => {
    const known = values.slice(start, start + size).filter((value) => value !== null);
    return known.length === 0 ? null : gather(known);
  };
  const gatherOf = ({ counts }: Series): Gather => (latencies ? worst : counts ? mean : last);
  return {
    times: starts.map((start) => times[Math.min(start + size, times.length) - 1] ?? 0),
    series: series.map((line) => ({
      ...line,
      values: starts.map((start) => one(line.values, start, gatherOf(line))),
    })),
  };
}

/** The data of one plot: rates per second, levels unchanged, latencies in milliseconds. */
export function shaped(history: History, plot: PlotName, span: Span): Shape {
  const sources = plot === "errors" ? errorSources(history) : SOURCES[plot];
  const known = sources.filter(({ from, column }) => history[from][column] !== undefined);
  const minute = span === "sale" ? ROW_S.sale : 1;
  const series = known.map((source) => {
    const perRow = span === "sale" && source.counts ? minute : 1;
    const values = valuesOf(history, source).map((value) =>
      value === null ? null : value * perRow,
    );
    return { name: source.name, counts: source.counts ?? false, values };
  });
  return thinned(
    withGaps({ times: timesOf(history), series }, history.columns["covers"] ?? [], ROW_S[span]),
    plot === "p99",
  );
}

export interface Summary {
  name: string;
  now: number | null;
  highest: number | null;
  highestAt: number | null;
  mean: number | null;
}

/** The numbers of a plot as a table, for people who cannot see the plot. */
export function summaries({ times, series }: Shape): Summary[] {
  return series.map(({ name, values }) => {
    let [sum, known, highest, highestAt, now]: [
      number,
      number,
      number | null,
      number | null,
      number | null,
    ] = [0, 0, null, null, null];
    values.forEach((value, row) => {
      if (value === null) return;
      sum += value;
      known += 1;
      now = value;
      if (highest === null || value > highest) [highest, highestAt] = [value, times[row] ?? null];
    });
    return { name, now, highest, highestAt, mean: known > 0 ? sum / known : null };
  });
}
