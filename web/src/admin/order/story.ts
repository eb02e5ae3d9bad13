import { fill, language } from "../../core/words";
import { words } from "../../words/admin_orders";

/**
 * The server writes histories in English. These are its sentences, with groups for the variable
 * parts.
 */
const SENTENCES: [RegExp, keyof typeof words.sentences][] = [
  [/^Attempt (?<n>\d+) to pay began\.$/, "attempt"],
  [/^The payment was declined (?<why>.+)\.$/, "declined"],
  [/^The provider's answer is missing/, "unknown"],
  [/^The order is paid and the seats are sold\.$/, "paid"],
  [/^The order ended: (?<why>.+)\.$/, "ended"],
  [/^The order waits for a deposit\.$/, "deposit"],
  [/^(?<amount>\d+ \w+) were charged in attempt (?<n>\d+)\.$/, "charged"],
  [
    /^Refund (?<n>\d+) of (?<amount>\d+ \w+) was asked for because (?<why>.+); (?<state>.+)\.$/,
    "refund",
  ],
  [
    /^The provider was asked (?<n>\d+) time\(s\) about attempt (?<attempt>\d+) (?<then>.+)\.$/,
    "asked",
  ],
];

/** Translates a variable part that has only a few possible texts. */
const partOf = (text: string): string => words.parts[text as keyof typeof words.parts] ?? text;

/** Translates a sentence of the history if it is known. */
export function toldStory(what: string): { text: string; translated: boolean } {
  if (language === "en") return { text: what, translated: true };
  for (const [pattern, name] of SENTENCES) {
    const found = pattern.exec(what);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([key, value]) => [key, partOf(value)]);
    return { text: fill(words.sentences[name], Object.fromEntries(values)), translated: true };
  }
  return { text: what, translated: false };
}
