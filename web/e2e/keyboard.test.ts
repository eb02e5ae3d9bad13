import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";
import { DemoPay, Order } from "./pages/payment";

const on = stage();
const MOST_TABS = 80;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Goes on with Tab until the target has the focus, which must also be seen. */
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
