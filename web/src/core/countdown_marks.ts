/** Seconds before zero at which a countdown is announced. More would be disturbing. */
const MARKS_S = [300, 180, 60, 30];

/** The mark that was passed between two updates, or null. If there are several, the last one. */
export function markPassed(beforeMs: number, leftMs: number): number | null {
  const passed = MARKS_S.filter((mark) => beforeMs > mark * 1000 && leftMs <= mark * 1000);
  return leftMs > 0 ? (passed.at(-1) ?? null) : null;
}
