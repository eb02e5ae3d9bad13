import type { BrowserContext, Page } from "playwright-core";

/** Makes the device's wall clock wrong by `ms`. Timers and the monotonic clock are not changed. */
export async function shiftClock(context: BrowserContext, ms: number): Promise<void> {
  await context.addInitScript((by) => {
    const Real = Date;
    const shifted = new Proxy(Real, {
      construct: (target, words) =>
        words.length === 0 ? new target(Real.now() + by) : Reflect.construct(target, words),
      get: (target, name, self) =>
        name === "now" ? () => Real.now() + by : Reflect.get(target, name, self),
    });
    globalThis.Date = shifted;
  }, ms);
}

/** Lets a test hide the page's tab. Headless tabs always report that they are visible. */
export async function withTabs(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let hidden = false;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    addEventListener("test:tab", (event) => {
      hidden = (event as CustomEvent<boolean>).detail;
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
  });
}

export async function putBehind(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((to) => dispatchEvent(new CustomEvent("test:tab", { detail: to })), hidden);
}

/** Waits for `ms` with the page's own timers, so that all its earlier timers have fired. */
export async function letPass(page: Page, ms: number): Promise<void> {
  await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
}
