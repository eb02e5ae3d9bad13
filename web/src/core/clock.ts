import { useEffect, useState } from "preact/hooks";

/** A sample of the server's time. `tick` is a monotonic clock that cannot be set. */
interface Sample {
  server: number;
  tick: number;
  /** Duration of the request: the maximum error of the sample. */
  doubt: number;
}

/**
 * The server's time, in milliseconds since 1970. The device's own clock is used only until the
 * first answer. Later changes of the device's clock have no effect.
 */
export class ServerClock {
  private best: Sample | null = null;

  constructor(
    private readonly tick: () => number = () => performance.now(),
    private readonly device: () => number = () => Date.now(),
  ) {}

  now(): number {
    if (!this.best) return this.device();
    return this.best.server + (this.tick() - this.best.tick);
  }

  /** A request sent at `sent` (by the tick) was answered now with the server's time. */
  note(serverTime: string, sent: number): void {
    const server = Date.parse(serverTime);
    if (Number.isNaN(server)) return;
    const tick = this.tick();
    const sample = { server: server + (tick - sent) / 2, tick, doubt: tick - sent };
    // A faster answer is more precise. The value of an old sample decreases, because clocks drift.
    const worth = this.best ? this.best.doubt + (tick - this.best.tick) / 1000 : Infinity;
    if (sample.doubt <= worth) this.best = sample;
  }

  ticks(): number {
    return this.tick();
  }

  /** Error of the device's clock in milliseconds. Null before the first answer. */
  deviceOff(): number | null {
    return this.best ? this.device() - this.now() : null;
  }
}

export const clock = new ServerClock();

/** The server's time, updated every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
