const LONGEST_MS = 15_000;
const FIRST_MS = 1_000;

/**
 * When to ask again: as wanted while answers come; farther and farther apart while they fail, and
 * never before the server's word. The spread keeps a crowd from asking in step.
 */
export function nextAsk(
  wantedMs: number,
  failures: number,
  retryAfterS = 0,
  chance: () => number = Math.random,
): number {
  const spread = 0.9 + 0.2 * chance();
  if (failures === 0) return wantedMs * spread;
  const grown = Math.min(LONGEST_MS, Math.max(wantedMs, FIRST_MS * 2 ** (failures - 1)));
  return Math.max(grown, retryAfterS * 1000) * spread;
}

/** Does a task again and again, each time after as long as it says. */
export class Repeating {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private stopped = true;

  constructor(private readonly task: () => Promise<number>) {}

  start(): void {
    this.stopped = false;
    this.soon();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Now, unless it is at it. */
  soon(): void {
    clearTimeout(this.timer);
    if (this.running || this.stopped) return;
    this.running = true;
    void this.task().then((afterMs) => {
      this.running = false;
      if (!this.stopped) this.timer = setTimeout(() => this.soon(), afterMs);
    });
  }
}
