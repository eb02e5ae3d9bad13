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

// Maximum time of a step on a busy machine. A test continues as soon as the step is done.
const STEP_MS = 30_000;

/** Chromium with an empty profile. `device()` is the browser of one person with its own cookies. */
export class Browsers {
  private readonly troubles: string[] = [];

  private constructor(private readonly browser: Browser) {}

  static async launch(): Promise<Browsers> {
    // Playwright creates an empty user-data-dir for every launch and removes it at the end.
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

  /**
   * Script errors, violations of the content policy and requests to other sites, since the last
   * call.
   */
  takeTroubles(): string[] {
    return this.troubles.splice(0);
  }

  private watch(page: Page): void {
    const note = (what: string) => this.troubles.push(`${page.url()}: ${what}`);
    page.on("pageerror", (error) => note(`script error: ${error.message}`));
    page.on("console", (message) => {
      // Chromium reports refused requests and policy violations in the same way. Only violations
      // count.
      if (/content security policy/i.test(message.text())) note(message.text());
    });
    page.on("request", (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:\d+\/|data:|blob:|about:)/.test(request.url()))
        note(`asked a stranger: ${request.url()}`);
    });
  }

  /** Takes a screenshot of every open page, to help find the cause of a failed test. */
  async photograph(folder: string, name: string): Promise<void> {
    const pages = this.browser.contexts().flatMap((device) => device.pages());
    for (const [index, page] of pages.entries())
      await page.screenshot({ path: join(folder, `${name}-${index + 1}.png`) }).catch(() => undefined);
  }

  /** Closes the browsers that a test has opened. */
  async closeDevices(): Promise<void> {
    for (const device of this.browser.contexts()) await device.close();
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
