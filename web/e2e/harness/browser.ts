import { execFileSync } from "node:child_process";
import { join } from "node:path";

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const chromiumPath = (): string =>
  execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();

export type Language = "en" | "ko";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const NARROW = { width: 320, height: 720 };

// How long a step may take on a machine that does other things, too; a test waits no longer than
// it must.
const STEP_MS = 30_000;

/** Chromium with an empty profile; `device()` is one person's browser with cookies of its own. */
export class Browsers {
  private readonly troubles: string[] = [];

  private constructor(private readonly browser: Browser) {}

  static async launch(): Promise<Browsers> {
    // Playwright gives every launch a new, empty user-data-dir and removes it at the end.
    return new Browsers(await chromium.launch({ executablePath: chromiumPath(), args: FLAGS }));
  }

  async device(language: Language = "en", options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      locale: language === "ko" ? "ko-KR" : "en-GB",
      viewport: DESKTOP,
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(STEP_MS);
    context.on("page", (page) => this.watch(page));
    return context;
  }

  /** A device with one open page. */
  async page(language: Language = "en", options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.device(language, options)).newPage();
  }

  /** Script errors, breaches of the content policy and requests to strangers, since the last look. */
  takeTroubles(): string[] {
    return this.troubles.splice(0);
  }

  private watch(page: Page): void {
    const note = (what: string) => this.troubles.push(`${page.url()}: ${what}`);
    page.on("pageerror", (error) => note(`script error: ${error.message}`));
    page.on("console", (message) => {
      // Chromium reports a refused request and a breach of the policy alike; only one is ours.
      if (/content security policy/i.test(message.text())) note(message.text());
    });
    page.on("request", (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:\d+\/|data:|blob:|about:)/.test(request.url()))
        note(`asked a stranger: ${request.url()}`);
    });
  }

  /** What every open page shows, to see later why a test failed. */
  async photograph(folder: string, name: string): Promise<void> {
    const pages = this.browser.contexts().flatMap((device) => device.pages());
    for (const [index, page] of pages.entries())
      await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`) }).catch(() => undefined);
  }

  /** Closes what a test has opened. */
  async closeDevices(): Promise<void> {
    for (const device of this.browser.contexts()) await device.close();
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
