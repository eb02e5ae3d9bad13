import { describe, expect, it } from "vitest";

import { Guest } from "./harness/guest";
import { theatre } from "./harness/halls";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { until } from "./harness/until";
import { Buyer } from "./pages/buyer";

const on = stage();

describe("two browsers for one seat", () => {
  it("the slower one is told in words, keeps what it has, and is offered a neighbour", async () => {
    const sale = await Sale.open(on.server);
    const [fast, slow] = [await Buyer.inside(on, sale), await Buyer.inside(on, sale)];
    await slow.seats.openList("Stalls");
    await slow.seats.pick(2);
    await slow.seats.stopNews(); // Its map does not show in time that the seat is taken.
    await fast.seats.openList("Stalls");
    await fast.seats.pick(5);
    await slow.seats.tryToPick(5);
    await slow.seats.lostNote.waitFor();
    expect(await slow.seats.held()).toEqual(["A 2"]);
    expect(await fast.seats.held()).toEqual(["A 5"]);
    await slow.seats.takeInstead();
    expect((await slow.seats.held()).length).toBe(2);
    await until("three seats are held", async () => (await sale.seatCounts())["held"] === 3);
  });

  it("what others take is seen without a reload", async () => {
    const sale = await Sale.open(on.server, { event: "live" });
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.openList("Stalls");
    await buyer.seats.seat(7, "free").waitFor();
    const other = await new Guest(on.server.origin, sale.event).comeIn();
    await other.take("F1-A-7");
    await buyer.seats.seat(7, "held").waitFor();
    await other.giveBack();
    await buyer.seats.seat(7, "free").waitFor();
  });
});

describe("the map", () => {
  it("opens a section, and a seat in its middle is taken by pointing at it", async () => {
    const sale = await Sale.open(on.server, { event: "map", plan: theatre(3, 9) });
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.openMap("Centre");
    await buyer.seats.pointAtMiddle();
    expect(await buyer.seats.held()).toEqual(["B 5"]);
  });
});

describe("a direct link", () => {
  it("to the seats ends in the line without an admission", async () => {
    const sale = await Sale.open(on.server, { event: "direct", line: { maxActive: 0 } });
    const buyer = await Buyer.arrive(on, sale);
    await buyer.visit.go(`/events/${sale.event}/seats`);
    await buyer.visit.arrived(`/queue/${sale.event}`);
    await buyer.queue.enter();
    expect(await buyer.queue.position()).toBe(1);
    await buyer.visit.go(`/events/${sale.event}/seats`); // A waiting guest is not admitted either.
    await buyer.visit.arrived(`/queue/${sale.event}`);
    expect(await buyer.queue.position()).toBe(1);
  });

  it("to somebody else's order shows nothing of it", async () => {
    const sale = await Sale.open(on.server, { event: "private" });
    const order = await (await new Guest(on.server.origin, sale.event).comeIn()).buy("F1-A-1");
    const stranger = await Buyer.arrive(on, sale);
    await stranger.visit.go(`/payment/${order}`);
    await stranger.order.notYours.waitFor();
    expect(await stranger.page.getByText("156,000").count()).toBe(0);
  });
});
