import * as catalogue from "../../src/words/bookings";
import { like } from "../harness/words";
import type { Visit } from "./visit";

/** One booking, and the list of all. */
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

  /** Opens the refund and asks for its sum; gives the button that would do it. */
  async previewRefund() {
    await this.page.getByText(this.words.refundOpen).click();
    await this.page.getByRole("button", { name: this.words.preview }).click();
    const confirm = this.page.getByRole("button", { name: like(this.words.confirm) });
    await confirm.waitFor();
    return confirm;
  }

  async refund(): Promise<void> {
    await (await this.previewRefund()).click();
    await this.page.getByText(like(this.words.done)).waitFor();
  }

  get givenBack() {
    return this.page.getByText(this.words.states.back, { exact: true }).first();
  }

  /** The list of this browser's bookings. */
  async openList(): Promise<void> {
    await this.visit.go("/bookings");
    await this.page.getByRole("heading", { name: this.words.title }).waitFor();
  }
}
