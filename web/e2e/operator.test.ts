import { describe, expect, it } from "vitest";

import type { EventDetails } from "../src/admin/types";
import { en as controls } from "../src/words/admin_controls";
import { en as hall } from "../src/words/admin_hall";
import { en as office } from "../src/words/admin_office";
import { en as orders } from "../src/words/admin_orders";
import { Guest } from "./harness/guest";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { until } from "./harness/until";
import { Buyer } from "./pages/buyer";
import { Console } from "./pages/console";

const on = stage();

async function consoleOf(sale: Sale): Promise<Console> {
  const console = await new Console(await on.browsers.page(), on.server).signIn();
  return console.choose(sale.event);
}

describe("what the operator does in the console, guests see", () => {
  it("a pause, its message, and the undo", async () => {
    const sale = await Sale.open(on.server, { event: "pause", line: { maxActive: 0 } });
    const buyer = await Buyer.waiting(on, sale);
    const console = await consoleOf(sale);
    await console.open("controls");
    await console.button(console.changes.actions.pause.title).click();
    // The dialog shows the number of affected guests before the change.
    expect(await console.agree()).toContain("1");
    await buyer.queue.pausedNote.waitFor();
    const { title } = console.changes.messages.waiting;
    await console.page.getByRole("textbox", { name: title }).fill("Back at 8");
    await console.button(controls.showMessage).first().click();
    await console.agree();
    await buyer.page.getByText("Back at 8").waitFor();
    await console.undo(console.changes.actions.pause.title);
    await console.agree();
    await buyer.queue.pausedNote.waitFor({ state: "hidden" });
    expect(await buyer.queue.position()).toBe(1);
  });

  it("an event that is published, and taken back", async () => {
    const sale = await Sale.open(on.server, { event: "hidden", settings: { published: false } });
    const status = async () => (await fetch(`${on.server.origin}/api/events/${sale.event}`)).status;
    expect(await status()).toBe(404);
    const console = await consoleOf(sale);
    await console.open("controls");
    await console.button(console.changes.publish.title).click();
    await console.agree();
    await until("guests see the event", async () => (await status()) === 200);
    await console.undo(console.changes.publish.title);
    await console.agree();
    await until("guests see it no more", async () => (await status()) === 404);
  });

  it("another limit and another rate", async () => {
    const sale = await Sale.open(on.server, { event: "rate", line: { maxActive: 0 } });
    const buyer = await Buyer.waiting(on, sale);
    const console = await consoleOf(sale);
    await console.open("controls");
    await console.setNumber(controls.admitPerSecond, 7);
    await console.agree();
    await console.setNumber(controls.maxActive, 1);
    await console.agree();
    await buyer.seats.shown();
    const { event } = await sale.admin<{ event: EventDetails }>("GET", "");
    expect(event.rules).toMatchObject({ maxActive: 1, admitPerSecond: 7 });
  });

  it("a refund, and the seat's way back when it is released", async () => {
    const sale = await Sale.open(on.server, { event: "refund", sale: { returns: "by-operator" } });
    const buyer = await Buyer.inside(on, sale);
    const code = await (await new Guest(on.server.origin, sale.event).comeIn()).buy("F1-A-4");
    await buyer.seats.openList("Stalls");
    await buyer.seats.seat(4, "sold").waitFor();
    const console = await consoleOf(sale);
    await console.open("orders");
    await console.page.getByRole("link", { name: code }).click();
    await console.page.getByRole("heading", { name: orders.orderTitle.replace("{code}", code) }).waitFor();
    await console.button(orders.showAmount).click();
    expect(await console.agree()).toContain("156,000");
    await until("the seat is on its way back", async () => (await sale.seatCounts())["returned"] === 1);
    await buyer.seats.seat(4, "sold").waitFor();
    await console.open("hall");
    await console.setNumber(hall.releaseCount, 1);
    await console.agree();
    await buyer.seats.seat(4, "free").waitFor();
  });
});

describe("two operators", () => {
  it("the slower one of a conflict is told, and changes nothing", async () => {
    const sale = await Sale.open(on.server, { event: "conflict" });
    const console = await consoleOf(sale);
    await console.open("controls");
    await console.holdNews(); // It does not know the other operator's change when it decides.
    await sale.admin("PATCH", "", { rules: { admitPerSecond: 9 } });
    await console.setNumber(controls.admitPerSecond, 5);
    await console.page.getByRole("dialog").getByText(console.words.dialog.conflictTitle).waitFor();
    const { event } = await sale.admin<{ event: EventDetails }>("GET", "");
    expect(event.rules.admitPerSecond).toBe(9);
  });
});

describe("the console", () => {
  it("accepts a warning before the sale, and takes that back", async () => {
    const sale = await Sale.open(on.server, { event: "warned" });
    await sale.admin("PATCH", "/sale/levers", { holdsStopped: true });
    const console = await consoleOf(sale);
    await console.open("preflight");
    const row = console.page.getByRole("row", { name: office.preflight.names.holds });
    await row.getByRole("button", { name: office.preflight.accept }).click();
    await row.getByText(office.preflight.accepted).waitFor();
    await row.getByRole("button", { name: office.preflight.takeBack }).click();
    await row.getByText(office.preflight.accepted).waitFor({ state: "detached" });
  });

  it("lets nobody in without the owner's key", async () => {
    const console = new Console(await on.browsers.page(), on.server);
    await console.openSignIn();
    await console.page.getByLabel(console.words.signIn.key).fill("wrong");
    await console.page.getByRole("button", { name: console.words.signIn.button }).click();
    await console.page.getByText(console.words.signIn.wrong).waitFor();
    expect(await console.page.getByRole("navigation").count()).toBe(0);
  });

  it("is not served to guests", async () => {
    expect((await fetch(`${on.server.origin}/en/admin`)).status).toBe(404);
  });
});
