import * as catalogue from "../../src/words/extend";
import { fill } from "../../src/core/words";
import type { Visit } from "./visit";

/** The offer of more time beside a clock. */
export class MoreTime {
  constructor(private readonly visit: Visit) {}

  get words() {
    return catalogue[this.visit.language];
  }

  /** The text for the extension of two minutes in the tests' event. */
  private get two(): string {
    return fill(this.words.minutes, { n: 2 });
  }

  get button() {
    return this.visit.page.getByRole("button", { name: fill(this.words.withKey, { more: this.two }) });
  }

  get buttonWithAlt() {
    return this.visit.page.getByRole("button", { name: fill(this.words.withAlt, { more: this.two }) });
  }

  get spokenOffer() {
    return this.visit.page.getByText(fill(this.words.offer, { more: this.two }));
  }

  async turnKeyOff(): Promise<void> {
    await this.visit.page.getByRole("button", { name: this.words.keyOff }).click();
    await this.buttonWithAlt.waitFor();
  }

  async given(): Promise<void> {
    await this.visit.page.getByText(fill(this.words.given, { more: this.two }), { exact: true }).waitFor();
    await this.button.waitFor({ state: "hidden" });
  }

  policy(times: number) {
    return this.visit.page.getByText(fill(this.words.policy, { more: this.two, n: times }));
  }
}
