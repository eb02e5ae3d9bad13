import { describe, expect, it } from "vitest";

import { letPass, putBehind, shiftClock, withTabs } from "./harness/device";
import { Guest } from "./harness/guest";
import { Sale, at } from "./harness/sale";
import { stage } from "./harness/stage";
import { until } from "./harness/until";
import { Buyer } from "./pages/buyer";

const on = stage();
const HOUR_MS = 3_600_000;
/** A visible page continues automatically after this time. */
const SEEN_TURN_MS = 4_000;

/** A sale with `ahead` guests in its line. */
async function lineOf(event: string, ahead: number): Promise<Sale> {
  const sale = await Sale.open(on.server, { event, line: { maxActive: 0 } });
  for (let count = 0; count < ahead; count++) await new Guest(on.server.origin, event).enter();
  return sale;
}

describe("a place in the line", () => {
  it("is kept by a refresh, a closed tab and a second tab", async () => {
    const sale = await lineOf("kept", 3);
    const buyer = await Buyer.waiting(on, sale);
    expect(await buyer.queue.position()).toBe(4);
    // A guest who lost the place would now be sixth.
    await new Guest(on.server.origin, sale.event).enter();
    await buyer.page.reload();
    expect(await buyer.queue.position()).toBe(4);
    const second = await buyer.newTab();
    await second.visit.go(`/queue/${sale.event}`);
    expect(await second.queue.position()).toBe(4);
    await buyer.page.close();
    await second.page.close();
    const third = await buyer.newTab();
    await third.visit.go(`/queue/${sale.event}`);
    expect(await third.queue.position()).toBe(4);
    expect((await sale.line())["waiting"]).toBe(5);
  });

  it("has one number for who is ahead, and no estimate while nobody is let in", async () => {
    const sale = await Sale.open(on.server, { event: "ahead", line: { maxActive: 1 } });
    await new Guest(on.server.origin, sale.event).comeIn();
    for (let count = 0; count < 2; count++) await new Guest(on.server.origin, sale.event).enter();
    const buyer = await Buyer.waiting(on, sale);
    expect(await buyer.queue.position()).toBe(3);
    await buyer.queue.odds(2, 1).waitFor();
    await buyer.queue.wait.waitFor();
    await sale.admin("POST", "/actions", { action: "pause" });
    await buyer.queue.pausedNote.waitFor();
    expect(await buyer.queue.wait.count()).toBe(0);
  });

  it("moves to another device by a code, and the old one is told", async () => {
    const sale = await lineOf("move", 1);
    const laptop = await Buyer.waiting(on, sale);
    await new Guest(on.server.origin, sale.event).enter();
    const code = await laptop.queue.moveCode();
    const phone = await Buyer.arrive(on, sale);
    await phone.visit.go(`/queue/${sale.event}`);
    await phone.queue.takeOver(code);
    expect(await phone.queue.position()).toBe(2);
    await laptop.queue.movedNote.waitFor();
    expect((await sale.line())["waiting"]).toBe(3);
  });

  it("is given up only after a question, and entering again undoes it", async () => {
    const sale = await lineOf("leave", 1);
    const buyer = await Buyer.waiting(on, sale);
    await new Guest(on.server.origin, sale.event).enter();
    await buyer.queue.leave();
    await buyer.queue.enterAgain();
    expect(await buyer.queue.position()).toBe(2);
  });
});

describe("the turn", () => {
  it("does not jump in a background tab, but says so in the title", async () => {
    const sale = await lineOf("behind", 0);
    const buyer = await Buyer.arrive(on, sale, "en", withTabs);
    await buyer.visit.go(`/queue/${sale.event}`);
    await buyer.queue.enter();
    await buyer.queue.position();
    const before = await buyer.page.title();
    await putBehind(buyer.page, true);
    await sale.letIn(1);
    await until("the title tells", async () => (await buyer.page.title()) !== before);
    await buyer.queue.turnNote.waitFor();
    await letPass(buyer.page, 2 * SEEN_TURN_MS);
    await buyer.visit.arrived(`/queue/${sale.event}`);
    await putBehind(buyer.page, false);
    await buyer.seats.shown();
  });
});

describe.each([HOUR_MS, -HOUR_MS])("a device whose clock is off by %d ms", (off) => {
  const name = off > 0 ? "ahead" : "late";

  it("counts down to the opening by the server's clock", async () => {
    const opensAt = at(600_000);
    const sale = await Sale.open(on.server, { event: `opens-${name}`, settings: { opensAt } });
    const buyer = await Buyer.arrive(on, sale, "en", (context) => shiftClock(context, off));
    await buyer.visit.go(`/events/${sale.event}`);
    const shown = /^(10:00|[89]:\d\d)$/;
    await until("ten minutes or a little less", async () => shown.test(await buyer.visit.timer()));
  });

  it("has as long to pay as all others", async () => {
    const sale = await Sale.open(on.server, { event: `hold-${name}` });
    const buyer = await Buyer.inside(on, sale, "en", (context) => shiftClock(context, off));
    await buyer.seats.takeBest(1);
    const shown = /^(5:00|4:\d\d)$/;
    await until("five minutes or a little less", async () => shown.test(await buyer.visit.timer()));
    await buyer.seats.review();
    await buyer.review.shown();
    expect(await buyer.visit.timer()).toMatch(shown);
  });
});
