const LONGEST_MS = 15_000;
const FIRST_MS = 1_000;

/**
 * The time of the next request: as wanted after an answer, with increasing waits after failures,
 * and never earlier than the server allows. A random spread keeps guests from polling in step.
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

/** Repeats a task. The task returns the time until its next run. */
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

  /** Runs the task now, unless it is running. */
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
