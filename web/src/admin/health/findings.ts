// Texts of the server's findings in the page's language, by code and values.
import { money, number } from "../../core/format";
import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { dayAndTime } from "../pieces";

export type Values = Readonly<Record<string, string | number>>;

/** A finding of the API. Servers of other versions may have no code, or an unknown one. */
export interface Told {
  code?: string | undefined;
  values?: Values | undefined;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function shown(name: string, value: string | number, zone: string | undefined): string {
  if (typeof value === "number") return number(value);
  if (MOMENT.test(value)) return dayAndTime(value, zone);
  if (name === "lifecycle") return common.lifecycle[value as keyof typeof common.lifecycle] ?? value;
  return value;
}

/** Formats numbers, times and amounts. */
function shownValues(values: Values, zone: string | undefined): Record<string, string> {
  const all = Object.entries(values).map(([name, value]) => [name, shown(name, value, zone)] as const);
  const { amount, currency } = values;
  const sum = typeof amount === "number" && typeof currency === "string" ? money(amount, currency) : "";
  return { ...Object.fromEntries(all), ...(sum ? { money: sum } : {}) };
}

/** The text of a finding. Null if the text or one of its values is missing. */
export function findingText(
  texts: Readonly<Record<string, string>>,
  { code = "", values = {} }: Told,
  zone?: string,
): string | null {
  if (!Object.hasOwn(texts, code)) return null;
  const text = fill(texts[code] ?? "", shownValues(values, zone));
  return /\{\w+\}/.test(text) ? null : text;
}

/** Several findings as one text. Null unless all have a text. */
export function findingsText(
  texts: Readonly<Record<string, string>>,
  all: readonly Told[] | undefined,
  zone?: string,
): string | null {
  const sentences = (all ?? []).map((one) => findingText(texts, one, zone));
  return sentences.length > 0 && !sentences.includes(null) ? sentences.join(" ") : null;
}
