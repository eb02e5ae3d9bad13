import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { en as office } from "../src/words/admin_office";
import { Guest } from "./harness/guest";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";
import { Console } from "./pages/console";
import { DemoPay, Order } from "./pages/payment";

const on = stage();
const MOST_TABS = 80;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus. The focus must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await isFocused(target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached by Tab`);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

describe("with the keyboard alone", () => {
  it("a guest enters, takes a seat of the list by arrows, pays and sees the booking", async () => {
    const sale = await Sale.open(on.server);
    const buyer = await Buyer.arrive(on, sale);
    const { page, visit } = buyer;
    await visit.go(`/events/${sale.event}`);
    await press(page, buyer.event.enterButton);
    await buyer.seats.shown();
    await press(page, buyer.seats.listSwitch());
    await press(page, buyer.seats.sectionButton("Stalls"));
    await tabTo(page, buyer.seats.seat(1, "free"));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await buyer.seats.seat(3, "mine").waitFor();
    expect(await buyer.seats.held()).toEqual(["A 3"]);
    await press(page, buyer.seats.payButton);
    await buyer.review.shown();
    for (const consent of await page.getByRole("checkbox").all()) await press(page, consent, "Space");
    await press(page, buyer.review.payButton);
    const demoPay = await new DemoPay(visit).shown();
    await press(page, demoPay.payButton);
    const order = await new Order(visit).arrived();
    const number = await order.paid();
    await press(page, order.bookingLink);
    await page.getByText(number).first().waitFor();
    expect(await sale.seatCounts()).toMatchObject({ sold: 1 });
  });

  it("an operator keeps a guest out and lets it join again", async () => {
    const sale = await Sale.open(on.server, { event: "deny", line: { maxActive: 0 } });
    const guest = await new Guest(on.server.origin, sale.event).enter();
    const console = await new Console(await on.browsers.page(), on.server).signIn();
    await (await console.choose(sale.event)).open("lists");
    const { page } = console;
    await tabTo(page, page.getByRole("textbox", { name: office.lists.pasteDenied }));
    await page.keyboard.type(guest.visitor);
    await press(page, console.button(office.lists.deny));
    const dialog = page.getByRole("dialog");
    await tabTo(page, dialog.getByRole("textbox"));
    await page.keyboard.type(`${sale.event} 1`);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    expect((await guest.call("POST", "/api/queue/enter", { eventId: sale.event })).status).toBe(403);
    await press(page, page.getByRole("button", { name: console.words.undo }));
    await dialog.getByText(console.changes.undeny).waitFor();
    const agree = dialog.getByRole("button", { name: console.words.dialog.agree });
    await expect.poll(() => isFocused(agree)).toBe(true);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await guest.enter();
  });

  it("the first Tab of every page offers to skip to its content", async () => {
    const sale = await Sale.open(on.server, { event: "skip" });
    const buyer = await Buyer.inside(on, sale);
    for (const path of ["/", `/events/${sale.event}`, `/events/${sale.event}/seats`, "/bookings"]) {
      await buyer.visit.go(path);
      await buyer.page.getByRole("main").waitFor();
      await buyer.page.keyboard.press("Tab");
      await buyer.page.keyboard.press("Enter");
      expect(await isFocused(buyer.page.getByRole("main")), path).toBe(true);
    }
  });
});
