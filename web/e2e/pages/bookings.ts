import { expect } from "vitest";

import { fill } from "../../src/core/words";
import * as catalogue from "../../src/words/bookings";
import * as payment from "../../src/words/payment";
import { like } from "../harness/words";
import type { Visit } from "./visit";

/** The page of one booking, and the list of all bookings. */
export class Booking {
  constructor(private readonly visit: Visit) {}

  private get page() {
    return this.visit.page;
  }

  private get words() {
    return catalogue[this.visit.language];
  }

  async shown(number: string): Promise<void> {
    await this.page.getByText(number).first().waitFor();
    await this.page.getByRole("button", { name: this.words.print }).waitFor();
  }

  /** Opens the refund of `count` seats (default: all). Returns the button that confirms it. */
  async previewRefund(count?: number) {
    await this.page.getByText(this.words.refundOpen).click();
    const seats = await this.page.getByRole("checkbox").all();
    for (const seat of seats.slice(count ?? seats.length)) await seat.uncheck();
    await this.page.getByRole("button", { name: this.words.preview }).click();
    const confirm = this.page.getByRole("button", { name: like(this.words.confirm) });
    await confirm.waitFor();
    return confirm;
  }

  async refund(count?: number): Promise<void> {
    await (await this.previewRefund(count)).click();
    await this.page.getByText(like(this.words.done)).waitFor();
  }

  get givenBack() {
    return this.page.getByText(this.words.states.back, { exact: true }).first();
  }

  /** Checks that the booking offers neither a ticket nor a calendar entry. */
  async void(): Promise<void> {
    await this.page.getByText(this.words.void).waitFor();
    for (const name of [this.words.print, this.words.calendar])
      expect(await this.page.getByRole("button", { name }).count()).toBe(0);
    expect(await this.page.getByText(this.words.show).count()).toBe(0);
  }

  /** Checks the amount on the receipt after refunds. */
  async paidInTheEnd(amount: string): Promise<void> {
    const name = payment[this.visit.language].paidInTheEnd;
    await this.page.getByText(name).locator("..").getByText(amount).waitFor();
  }

  async listed(text: "ticketsLeft" | "moneyBack", values: Record<string, string | number>): Promise<void> {
    await this.page.getByText(fill(this.words[text], values)).waitFor();
  }

  /** Opens the list of this browser's bookings. */
  async openList(): Promise<void> {
    await this.visit.go("/bookings");
    await this.page.getByRole("heading", { name: this.words.title }).waitFor();
  }
}
