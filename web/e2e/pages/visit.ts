import type { Page } from "playwright-core";

import type { Language } from "../harness/browser";

/** One page of one person in a sale. */
export class Visit {
  constructor(
    readonly page: Page,
    readonly origin: string,
    readonly language: Language,
    readonly event: string,
  ) {}

  address(path: string): string {
    return `${this.origin}/${this.language}${path}`;
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.address(path));
  }

  /** Waits until the address has this path, in the visitor's language. */
  async arrived(path: string | RegExp): Promise<void> {
    const wanted = typeof path === "string" ? new RegExp(`^${path}$`) : path;
    await this.page.waitForURL((url) =>
      url.pathname.startsWith(`/${this.language}/`) && wanted.test(url.pathname.slice(3)),
    );
  }

  /** The text of the clock on the page. */
  async timer(): Promise<string> {
    return (await this.page.getByRole("timer").first().innerText()).trim();
  }
}
