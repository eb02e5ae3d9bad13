/** What somebody pasted: one entry a line or cell, without blanks around and without repeats. */
export interface Pasted {
  entries: string[];
  repeated: number;
  /** Entries that are longer than the server takes. */
  tooLong: number;
}

const LONGEST = 256;

export function pasted(text: string): Pasted {
  const found = text
    .split(/[\r\n\t,;]+/)
    .map((entry) => entry.trim().replace(/^"(.*)"$/, "$1"))
    .filter(Boolean);
  const fitting = found.filter((entry) => entry.length <= LONGEST);
  const entries = [...new Set(fitting)];
  return {
    entries,
    repeated: fitting.length - entries.length,
    tooLong: found.length - fitting.length,
  };
}

/** Without letters and digits that people mistake for one another. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LETTERS = 12;

/** Codes that nobody can guess: 12 of 30 signs are 58 bits. */
export function newCodes(
  count: number,
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string[] {
  // Bytes from here on would favour the first letters.
  const fair = 256 - (256 % ALPHABET.length);
  const one = (): string => {
    let code = "";
    while (code.length < CODE_LETTERS)
      for (const byte of random(new Uint8Array(CODE_LETTERS)))
        if (byte < fair && code.length < CODE_LETTERS) code += ALPHABET[byte % ALPHABET.length];
    return code.replace(/(.{4})(?=.)/g, "$1-");
  };
  return Array.from({ length: count }, one);
}
