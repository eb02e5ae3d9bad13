/** Thousands marks and doubled blanks are no reason to refuse; another number is. */
const bare = (text: string): string =>
  text
    .replace(/[,\u00a0]/g, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();

/** Whether what was typed is what had to be. An empty phrase asks for nothing. */
export const isConfirmed = (typed: string, phrase: string): boolean => bare(typed) === bare(phrase);
