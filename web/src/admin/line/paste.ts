/** A pasted list: one entry per line or cell, trimmed and without duplicates. */
interface Pasted {
  entries: string[];
  repeated: number;
  /** Number of entries that exceed the server's maximum length. */
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

/** Excludes letters and digits that are easily confused. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LETTERS = 12;

/** Generates unguessable codes: 12 of 30 characters are 58 bits. */
export function newCodes(
  count: number,
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string[] {
  // Bytes from this value on are rejected, because they would favour the first letters.
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
