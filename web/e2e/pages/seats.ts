import * as catalogue from "../../src/words/seats";
import { like } from "../harness/words";
import type { Visit } from "./visit";

const STATES = { free: "stateFree", held: "stateHeld", sold: "stateSold", mine: "stateMine" } as const;

/** The seats page: best seats with one tap, the map, or single seats in the list. */
export class Seats {
  constructor(private readonly visit: Visit) {}

  private get page() {
    return this.visit.page;
  }

  get words() {
    return catalogue[this.visit.language];
  }

  async shown(): Promise<void> {
    await this.visit.arrived(`/events/${this.visit.event}/seats`);
    await this.bestButton.waitFor();
  }

  get bestButton() {
    const { bestTake, bestTakeOne } = this.words;
    return this.page
      .getByRole("button", { name: like(bestTake) })
      .or(this.page.getByRole("button", { name: bestTakeOne }));
  }

  async takeBest(count: number): Promise<void> {
    await this.setCount(this.words.bestCount, count);
    await this.bestButton.click();
    await this.payCount(count).waitFor();
  }

  /** Presses plus or minus until the number is `count`. */
  async setCount(label: string, count: number): Promise<void> {
    const stepper = this.page.getByRole("group", { name: label });
    const step = (name: string) => stepper.getByRole("button", { name }).click();
    const shown = async () => Number(await stepper.getByRole("status").innerText());
    while ((await shown()) > count) await step(this.words.fewer);
    while ((await shown()) < count) await step(this.words.more);
  }

  payCount(count: number) {
    return this.page.getByRole("button", { name: like(this.words.payCount, { n: count }) }).first();
  }

  get payButton() {
    const { pay, payCount } = this.words;
    return this.page
      .getByRole("button", { name: pay, exact: true })
      .or(this.page.getByRole("button", { name: like(payCount) }))
      .first();
  }

  /** Continues to the review of the held seats. */
  async review(): Promise<void> {
    await this.payButton.click();
  }

  listSwitch() {
    return this.page.getByRole("button", { name: this.words.list, exact: true });
  }

  sectionButton(section: string) {
    return this.page
      .getByRole("list", { name: this.words.overview })
      .getByRole("button", { name: like(this.words.sectionLabel, { section }) });
  }

  async openList(section: string): Promise<void> {
    await this.listSwitch().click();
    await this.sectionButton(section).click();
    await this.page.getByRole("list", { name: like(this.words.rows, { section }) }).waitFor();
  }

  // --- on the map

  async openMap(section: string): Promise<void> {
    await this.page
      .getByRole("group", { name: this.words.overview })
      .getByRole("button", { name: like(this.words.sectionLabel, { section }) })
      .click();
  }

  /** Taps the middle of the map. From afar the first tap only zooms in. */
  async pointAtMiddle(): Promise<void> {
    const map = this.page.locator("canvas");
    await map.click();
    if (await this.page.getByText(this.words.tapToZoom).isVisible()) await map.click();
    await this.payCount(1).waitFor();
  }

  // --- in the list

  /** A seat of the open row in this state. */
  seat(number: number, state: keyof typeof STATES) {
    const [before, after] = this.words.seat.split("{row}") as [string, string];
    const name = `${before}\\w+${after.replace("{seat}", String(number))},.*, ${this.words[STATES[state]]}`;
    return this.page.getByRole("button", { name: new RegExp(`^${name}`) });
  }

  async tryToPick(number: number): Promise<void> {
    await this.seat(number, "free").click();
  }

  async pick(number: number): Promise<void> {
    await this.tryToPick(number);
    await this.cartLine(number).waitFor();
    // The cart shows a seat before the server has it.
    await this.page.getByText(like(this.words.cartSaving)).waitFor({ state: "hidden" });
  }

  private cartLine(number: number) {
    const { cartRemove, seat } = this.words;
    const [before, after] = cartRemove.split("{seat}") as [string, string];
    const [start, end] = seat.split("{row}") as [string, string];
    const name = `^${before}(.+, )?${start}\\w+${end.replace("{seat}", String(number))}${after}$`;
    return this.page.getByRole("button", { name: new RegExp(name) });
  }

  /** The seats in the cart, for example "A 2". English only. */
  async held(): Promise<string[]> {
    const lines = this.page.getByRole("button", { name: like(this.words.cartRemove) });
    const names = await Promise.all((await lines.all()).map((line) => line.getAttribute("aria-label")));
    return names.map((name) => /Row (\w+) seat (\d+)/.exec(name ?? "")?.slice(1).join(" ") ?? String(name));
  }

  /** Blocks all further updates of other guests' seats on the page. */
  async stopNews(): Promise<void> {
    await this.page.route("**/api/booking/seats?*", () => undefined);
  }

  get lostNote() {
    return this.page.getByText(like(this.words.taken));
  }

  async takeInstead(): Promise<void> {
    await this.page.getByRole("button", { name: like(this.words.takeInstead) }).click();
    await this.lostNote.waitFor({ state: "hidden" });
  }
}

/** The quantity page of a performance with standing room only. */
export class Standing {
  constructor(private readonly visit: Visit) {}

  async shown(): Promise<void> {
    await this.visit.arrived(`/events/${this.visit.event}/book`);
    await this.takeButton.waitFor();
  }

  get takeButton() {
    return this.visit.page.getByRole("button", { name: like(catalogue[this.visit.language].areaTake) });
  }

  async take(count: number): Promise<void> {
    await this.shown();
    const seats = new Seats(this.visit);
    await seats.setCount(catalogue[this.visit.language].quantity, count);
    await this.takeButton.click();
    await seats.payCount(count).waitFor();
  }
}
