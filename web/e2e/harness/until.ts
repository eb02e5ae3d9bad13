import { setTimeout as pause } from "node:timers/promises";

const LOOK_AGAIN_MS = 50;

/** Polls `check` until it returns a true value, and returns it. A timeout fails the test. */
export async function until<T>(
  what: string,
  check: () => Promise<T> | T,
  seconds = 30,
): Promise<NonNullable<T>> {
  const end = performance.now() + seconds * 1000;
  let last: unknown;
  for (;;) {
    last = await check();
    if (last) return last as NonNullable<T>;
    if (performance.now() > end) break;
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error(`not within ${seconds} s: ${what} (last: ${JSON.stringify(last)})`);
}
