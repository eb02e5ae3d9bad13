import type { LiveHistory } from "../types";

type Cell = number | null;
type Columns = Record<string, Cell[]>;

/** The rows of a line's history, by column. Errors are by code. Times are in seconds. */
export interface History {
  columns: Columns;
  server: Columns;
  errors: Record<string, Cell[]>;
}

export const EMPTY: History = { columns: { time: [] }, server: {}, errors: {} };

export const timesOf = (history: History): number[] => (history.columns["time"] ?? []) as number[];

function numbersIn(columns: object): Columns {
  const kept = Object.entries(columns).filter(
    ([name, values]) => Array.isArray(values) && name !== "topRefusal" && name !== "errors",
  );
  return Object.fromEntries(kept) as Columns;
}

export function historyOf(told: LiveHistory): History {
  const errors = (told.server.errors ?? []).map(({ code, counts }) => [code, counts] as const);
  return {
    columns: numbersIn(told.columns),
    server: numbersIn(told.server),
    errors: Object.fromEntries(errors),
  };
}

/** Columns that exist on only one side are filled with `missing` on the other. */
function joined(
  before: Columns,
  rows: number,
  fresh: Columns,
  from: number,
  more: number,
  missing: Cell,
): Columns {
  const names = new Set([...Object.keys(before), ...Object.keys(fresh)]);
  const blank = (count: number): Cell[] => new Array<Cell>(count).fill(missing);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      [...(before[name] ?? blank(rows)), ...(fresh[name]?.slice(from) ?? blank(more))],
    ]),
  );
}

/** The rows before an instant. */
export function rowsBefore(history: History, time: number): History {
  const until = timesOf(history).filter((one) => one < time).length;
  const head = (columns: Columns): Columns =>
    Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, values.slice(0, until)]),
    );
  return {
    columns: head(history.columns),
    server: head(history.server),
    errors: head(history.errors),
  };
}

const cut = (columns: Columns, from: number): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.slice(from)]));

/** Appends new rows to the known ones without duplicates, and keeps the newest `limit` rows. */
export function merged(before: History, fresh: History, limit: number): History {
  const known = timesOf(before);
  const last = known[known.length - 1] ?? -Infinity;
  const told = timesOf(fresh);
  const first = told.findIndex((time) => time > last);
  if (first < 0) return before;
  const more = told.length - first;
  const join = (a: Columns, b: Columns, missing: Cell) =>
    joined(a, known.length, b, first, more, missing);
  const drop = Math.max(0, known.length + more - limit);
  return {
    columns: cut(join(before.columns, fresh.columns, null), drop),
    server: cut(join(before.server, fresh.server, null), drop),
    // A code that a row does not contain did not occur in it.
    errors: cut(join(before.errors, fresh.errors, 0), drop),
  };
}
