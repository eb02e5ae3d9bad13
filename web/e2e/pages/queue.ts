import { fill } from "../../src/core/words";
import * as catalogue from "../../src/words/queue";
import { until } from "../harness/until";
import { like } from "../harness/words";
import { enterButton } from "./enter";
import type { Visit } from "./visit";

/** The waiting room, from joining to the turn. */
export class Queue {
  constructor(private readonly visit: Visit) {}

  private get page() {
    return this.visit.page;
  }

  private get words() {
    return catalogue[this.visit.language];
  }

  get enterButton() {
    return enterButton(this.visit);
  }

  async enter(): Promise<void> {
    await this.enterButton.click();
  }

  /** Waits until the page shows the position. */
  async position(): Promise<number> {
    const shown = this.page.getByRole("paragraph").filter({ hasText: this.words.position }).locator("strong");
    await shown.waitFor();
    return until("a position is shown", async () => Number((await shown.innerText()).replace(/\D/g, "")));
  }

  /** Continues immediately instead of waiting for the automatic redirect. */
  async comeIn(): Promise<void> {
    await this.page.getByRole("link", { name: this.words.turnEnter, exact: true }).click();
  }

  get turnNote() {
    return this.page.getByRole("heading", { name: this.words.turn });
  }

  /** The label of the estimated wait. */
  get wait() {
    return this.page.getByText(this.words.wait, { exact: true });
  }

  /** The sentence about the odds with these numbers of guests ahead and inside. */
  odds(ahead: number, inside: number) {
    const people = (n: number) => fill(this.words.people, { n });
    const others = fill(this.words.oddsBoth, { ahead: people(ahead), inside: people(inside) });
    return this.page.getByText(others);
  }

  get pausedNote() {
    return this.page.getByText(this.words.status.paused, { exact: true });
  }

  get offlineNote() {
    return this.page.getByText(this.words.stale, { exact: true });
  }

  get movedNote() {
    return this.page.getByRole("heading", { name: this.words.movedTitle });
  }

  // --- the draw

  get notDrawnNote() {
    return this.page.getByText(this.words.notDrawn, { exact: true });
  }

  /** Lets the browser recompute the draw. Returns the text about the guest's own place. */
  async checkDraw(): Promise<string> {
    await this.page.getByRole("button", { name: this.words.drawCheck }).click();
    await this.page.getByText(this.words.drawGood).first().waitFor();
    return this.page.getByText(like(this.words.drawReceipt)).innerText();
  }

  // --- another device

  async moveCode(): Promise<string> {
    await this.page.getByText(this.words.move, { exact: true }).click();
    await this.page.getByRole("button", { name: this.words.moveGet }).click();
    return this.page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
  }

  async takeOver(code: string): Promise<void> {
    await this.page.getByText(this.words.takeTitle, { exact: true }).click();
    await this.page.getByLabel(this.words.takeLabel).fill(code);
    await this.page.getByRole("button", { name: this.words.takeButton }).click();
  }

  // --- leaving

  async leave(): Promise<void> {
    await this.page.getByRole("button", { name: this.words.leave }).click();
    await this.page.getByRole("button", { name: this.words.leaveYes }).click();
    await this.page.getByRole("heading", { name: this.words.left }).waitFor();
  }

  async enterAgain(): Promise<void> {
    await this.page.getByRole("button", { name: this.words.leftUndoButton }).click();
  }
}
