/** The colours of the design tokens for a canvas. */
export interface Palette {
  ground: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  warn: string;
  brand: string;
  taken: string;
  mine: string;
  onGrade: string;
  grades: string[];
  font: string;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: token("ground"),
    card: token("card"),
    ink: token("ink"),
    soft: token("soft"),
    line: token("line"),
    warn: token("warn"),
    brand: token("brand"),
    taken: token("soft"),
    mine: token("seat-mine"),
    onGrade: token("ground"),
    grades: [1, 2, 3, 4, 5, 6].map((at) => token(`grade-${at}`)),
    font: token("font") || "sans-serif",
  };
}

/** A colour between two "#rrggbb" colours. Other formats are returned unchanged. */
export function mix(from: string, to: string, part: number): string {
  const read = (colour: string) => /^#[0-9a-f]{6}$/i.test(colour) ? parseInt(colour.slice(1), 16) : null;
  const [a, b] = [read(from), read(to)];
  if (a === null || b === null) return part < 0.5 ? from : to;
  const channel = (shift: number) => {
    const [one, other] = [(a >> shift) & 255, (b >> shift) & 255];
    return Math.round(one + (other - one) * part).toString(16).padStart(2, "0");
  };
  return `#${channel(16)}${channel(8)}${channel(0)}`;
}
