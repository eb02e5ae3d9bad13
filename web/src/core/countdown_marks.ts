/** Seconds before zero at which a countdown is said aloud; more often would only disturb. */
const MARKS_S = [300, 180, 60, 30];

/** The mark that was passed between two looks at the time left, if any: the last of several. */
export function markPassed(beforeMs: number, leftMs: number): number | null {
  const passed = MARKS_S.filter((mark) => beforeMs > mark * 1000 && leftMs <= mark * 1000);
  return leftMs > 0 ? (passed.at(-1) ?? null) : null;
}
