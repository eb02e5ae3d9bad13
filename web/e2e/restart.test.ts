import { describe, expect, it } from "vitest";

import type { OrderRow } from "../src/admin/types";
import { Guest } from "./harness/guest";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";

const on = stage();

describe("a server that is killed", () => {
  it("while guests wait costs nobody the place", async () => {
    const sale = await Sale.open(on.server, { event: "wait", line: { maxActive: 0 } });
    await new Guest(on.server.origin, sale.event).enter();
    const buyer = await Buyer.waiting(on, sale);
    expect(await buyer.queue.position()).toBe(2);
    await on.server.kill();
    await buyer.queue.offlineNote.waitFor();
    expect(await buyer.queue.position()).toBe(2); // The last known position stays visible.
    await on.server.start();
    await buyer.queue.offlineNote.waitFor({ state: "hidden" });
    expect(await buyer.queue.position()).toBe(2);
    await sale.letIn(2);
    await buyer.seats.shown();
  });

  it("while a guest chooses costs no seat", async () => {
    const sale = await Sale.open(on.server, { event: "choose" });
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.openList("Stalls");
    await buyer.seats.pick(3);
    await on.server.restart();
    await buyer.seats.pick(4);
    expect(await buyer.seats.held()).toEqual(["A 3", "A 4"]);
  });

  it("while a guest pays charges once and books", async () => {
    const sale = await Sale.open(on.server, { event: "pay" });
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    const demoPay = await buyer.review.pay();
    await on.server.restart();
    const order = await demoPay.approve();
    await order.paid();
    const told = await on.server.admin("GET", `/orders/${order.code}`);
    expect(told["charges"]).toHaveLength(1);
    expect(told["state"]).toBe("paid");
  });

  it("while the guest comes back from the provider charges once and books", async () => {
    const sale = await Sale.open(on.server, { event: "return" });
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    const demoPay = await buyer.review.pay();
    await buyer.page.route("**/api/payment/return/**", async (route) => {
      await on.server.restart();
      await route.continue();
    });
    const order = await demoPay.approve();
    await order.paid();
    const told = await on.server.admin("GET", `/orders/${order.code}`);
    expect(told["charges"]).toHaveLength(1);
  });

  it("on the order's page is told in words, and the page goes on by itself", async () => {
    const sale = await Sale.open(on.server, { event: "order" });
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    await buyer.review.pay();
    await buyer.page.goBack(); // Back from the provider's page, then to the order's page.
    const { orders } = await sale.admin<{ orders: OrderRow[] }>("GET", "/orders");
    await buyer.visit.go(`/payment/${orders[0]?.order}`);
    await buyer.order.heading("waiting").waitFor();
    await on.server.kill();
    await buyer.order.reconnecting.waitFor();
    await on.server.start();
    await buyer.order.reconnecting.waitFor({ state: "hidden" });
    await (await (await buyer.order.goOn()).approve()).paid();
  });
});
