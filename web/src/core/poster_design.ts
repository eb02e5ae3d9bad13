/** The design of a generated poster. It depends only on the title. */
export interface Design {
  ground: string;
  deep: string;
  light: string;
  motif: "rings" | "rays" | "waves" | "bars";
  /** Rotation of the motif in degrees. */
  turn: number;
}

const PALETTES = [
  { ground: "#2b1a6b", deep: "#190d47", light: "#ff8fa3" },
  { ground: "#0b4f6c", deep: "#06303f", light: "#f6c667" },
  { ground: "#7a1f3d", deep: "#4b0f24", light: "#ffb58a" },
  { ground: "#174f3a", deep: "#0b2f22", light: "#c7ef9a" },
  { ground: "#3a2f7d", deep: "#221a52", light: "#8fd3ff" },
  { ground: "#5b2a86", deep: "#371455", light: "#ffd166" },
] as const;
const MOTIFS = ["rings", "rays", "waves", "bars"] as const;

/** FNV-1a: small, and different for similar titles. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function designOf(title: string): Design {
  const hash = mixed(title);
  return {
    ...PALETTES[hash % PALETTES.length]!,
    motif: MOTIFS[(hash >>> 8) % MOTIFS.length]!,
    turn: (hash >>> 16) % 60,
  };
}

/** Korean letters are as wide as two Latin ones. */
const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (letter > "ᄀ" ? 2 : 1), 0);

const LINES_MAX = 4;
const LINE_WIDTH = 12;

/** The title in a few lines. If there are too many, the last one is an ellipsis. */
export function linesOf(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= LINE_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX - 1), "…"] : lines;
}

const WIDTH = 252;
/** Width of a bold letter relative to its height, in the widest of the usual fonts. */
const LETTER_WIDTH = 0.7;

/** The largest size at which the longest line fits. */
export function letterSize(lines: string[]): number {
  const longest = Math.max(1, ...lines.map(widthOf));
  return Math.round(Math.min(44, WIDTH / (longest * LETTER_WIDTH)));
}
