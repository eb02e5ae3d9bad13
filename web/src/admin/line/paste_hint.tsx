import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/admin_office";
import { pasted } from "./paste";

/** The number of entries in a pasted list, and of those left out. */
export function PasteHint({ text }: { text: string }) {
  const { entries, repeated, tooLong } = pasted(text);
  const values = {
    n: number(entries.length),
    repeated: number(repeated),
    tooLong: number(tooLong),
  };
  return <p class="soft small">{fill(words.lists.counted, values)}</p>;
}
