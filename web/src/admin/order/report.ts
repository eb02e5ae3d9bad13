import type { Report } from "../types";

type Row = Report["rows"][number];

export const GROUPS = ["day", "performance", "grade", "priceType", "provider"] as const;
export type Group = (typeof GROUPS)[number];

export const SUMS = ["seatsSold", "seatsReturned", "gross", "fees", "discounts", "refunds", "net"] as const;
type Sum = (typeof SUMS)[number];

export interface Line extends Record<Sum, number> {
  name: string;
  currency: string;
}

const nothing = (): Record<Sum, number> => ({
  seatsSold: 0,
  seatsReturned: 0,
  gross: 0,
  fees: 0,
  discounts: 0,
  refunds: 0,
  net: 0,
});

function add(to: Record<Sum, number>, row: Row): void {
  for (const sum of SUMS) to[sum] += row[sum];
}

/** Sums by one column, without rows of zeros. Amounts in different currencies are never added. */
export function groupedBy(rows: Row[], group: Group): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const key = `${row[group]} ${row.currency}`;
    const line = lines.get(key) ?? { name: row[group], currency: row.currency, ...nothing() };
    add(line, row);
    lines.set(key, line);
  }
  return [...lines.values()].filter((line) => SUMS.some((sum) => line[sum] !== 0));
}

/** One row per currency. */
export function totals(rows: Row[]): Line[] {
  return groupedBy(
    rows.map((row) => ({ ...row, day: "" })),
    "day",
  );
}
