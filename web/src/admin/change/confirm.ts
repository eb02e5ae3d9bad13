/** Ignores thousands separators and repeated blanks. Other digits still make a difference. */
const bare = (text: string): string =>
  text
    .replace(/[,\u00a0]/g, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();

/** True if the typed text matches the phrase. An empty phrase needs no input. */
export const isConfirmed = (typed: string, phrase: string): boolean => bare(typed) === bare(phrase);
