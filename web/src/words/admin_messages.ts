import table from "../../../api/messages.json";
import type { components } from "../api/schema";

interface Entry {
  code: string;
  en: string;
  ko: string;
  pageEn?: string;
}
type Texts<Code extends string = string> = Readonly<Record<Code, string>>;
type EffectCode = components["schemas"]["EffectCode"];

/** The program begins findings with a small letter, because the command line shows them after a name. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Pages group the digits of every number, so {#name} is {name} here. */
function textsOf<Code extends string = string>(
  list: readonly Entry[],
  text: (entry: Entry) => string,
): Texts<Code> {
  const texts = list.map((entry) => [entry.code, text(entry).replaceAll("{#", "{")] as const);
  return Object.fromEntries(texts) as Texts<Code>;
}

const english = ({ en, pageEn }: Entry) => capital(pageEn ?? en);
const korean = ({ ko }: Entry) => ko;

/** `text` makes a sentence of an entry, `part` what stands inside a sentence. */
const wordsIn = (text: (entry: Entry) => string, part: (entry: Entry) => string) => ({
  preflight: textsOf(table.preflight, text),
  parts: textsOf(table.parts, text),
  effects: textsOf<EffectCode>(table.effects, text),
  story: textsOf(table.story, text),
  orderStory: textsOf(table.orderStory, text),
  declineReasons: textsOf(table.declineReasons, part),
  endReasons: textsOf(table.endReasons, part),
  refundReasons: textsOf(table.refundReasons, part),
  refundStates: textsOf(table.refundStates, part),
});

export type Messages = ReturnType<typeof wordsIn>;

/** The server's findings, effects and stories, by code. */
export const en = /* @__PURE__ */ wordsIn(english, (entry) => entry.en);
export const ko = /* @__PURE__ */ wordsIn(korean, korean);

export const words = __LANG__ === "ko" ? ko : en;
