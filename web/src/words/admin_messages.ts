import table from "../../../api/messages.json";

interface Entry {
  code: string;
  en: string;
  ko: string;
  pageEn?: string;
}
type Texts = Readonly<Record<string, string>>;

/** The program begins findings with a small letter, because the command line shows them after a name. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Pages group the digits of every number, so {#name} is {name} here. */
function textsOf(list: readonly Entry[], text: (entry: Entry) => string): Texts {
  return Object.fromEntries(list.map((entry) => [entry.code, text(entry).replaceAll("{#", "{")]));
}

const english = ({ en, pageEn }: Entry) => capital(pageEn ?? en);
const korean = ({ ko }: Entry) => ko;

/** `text` makes a sentence of an entry, `part` what stands inside a sentence. */
const wordsIn = (text: (entry: Entry) => string, part: (entry: Entry) => string) => ({
  preflight: textsOf(table.preflight, text),
  parts: textsOf(table.parts, text),
  effects: textsOf(table.effects, text),
  story: textsOf(table.story, text),
  orderStory: textsOf(table.orderStory, text),
  declineReasons: textsOf(table.declineReasons, part),
  endReasons: textsOf(table.endReasons, part),
  refundReasons: textsOf(table.refundReasons, part),
  refundStates: textsOf(table.refundStates, part),
});

/** The server's findings, effects and stories, by code. */
export const en = wordsIn(english, (entry) => entry.en);
export const ko = wordsIn(korean, korean);

export const words = __LANG__ === "ko" ? ko : en;
