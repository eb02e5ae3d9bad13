import { number } from "../../core/format";
import { words } from "../../words/admin_plots";

/** The label of a column. The code of an error is used unchanged. */
export const labelOf = (name: string): string =>
  words.series[name as keyof typeof words.series] ?? name;

/** Formats large numbers without decimals, small ones with one or two. */
export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return "–";
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = number(Number(value.toFixed(digits)));
  return unit ? `${text} ${unit}` : text;
}
