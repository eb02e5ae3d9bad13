import { number } from "../core/format";
import { words } from "../words/admin_plots";

/** A column's name in words; an error's code stays as it is. */
export const labelOf = (name: string): string =>
  words.series[name as keyof typeof words.series] ?? name;

/** Large numbers whole, small ones with a digit or two. */
export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return "–";
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = number(Number(value.toFixed(digits)));
  return unit ? `${text} ${unit}` : text;
}
