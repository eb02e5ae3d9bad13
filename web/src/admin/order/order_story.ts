import { words as messages } from "../../words/admin_messages";
import type { Told, Values } from "../health/findings";
import { findingText } from "../health/findings";

type Texts = Readonly<Record<string, string>>;

/** Values that are codes of their own, by the code of the sentence and the name of the value. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, keyof typeof messages>>>> = {
  declined: { reason: "declineReasons" },
  ended: { reason: "endReasons" },
  refund_asked: { reason: "refundReasons", state: "refundStates" },
};

const textIn = (texts: Texts, code: string) => (Object.hasOwn(texts, code) ? texts[code] ?? code : code);

function worded(code: string, values: Values): Values {
  const parts = Object.hasOwn(PARTS, code) ? PARTS[code] ?? {} : {};
  const texts = Object.entries(values).map(([name, value]) => {
    const list = Object.hasOwn(parts, name) ? parts[name] : undefined;
    return [name, list === undefined ? value : textIn(messages[list], String(value))] as const;
  });
  return Object.fromEntries(texts);
}

/** One line of an order's history. Null if the page has no text for it. */
export function orderStoryText({ code = "", values = {} }: Told, zone?: string): string | null {
  return findingText(messages.orderStory, { code, values: worded(code, values) }, zone);
}
