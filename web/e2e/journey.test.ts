import { describe, expect, it } from "vitest";

import type { OrderDetails } from "../src/admin/types";
import type { Language } from "./harness/browser";
import { standingHall } from "./harness/halls";
import { FEE, PRICES, Sale, TITLE } from "./harness/sale";
import { stage } from "./harness/stage";
import { until } from "./harness/until";
import { Booking } from "./pages/bookings";
import { Buyer } from "./pages/buyer";

const on = stage();

describe.each<Language>(["en", "ko"])("a buyer (%s)", (language) => {
  it("goes from the home page to a booking, and gives it back", async () => {
    const sale = await Sale.open(on.server, { event: `journey-${language}`, line: { maxActive: 0 } });
    const buyer = await Buyer.arrive(on, sale, language);
    await buyer.home.open();
    await buyer.home.choose(TITLE, sale.event);
    await buyer.event.enter();
    expect(await buyer.queue.position()).toBe(1);
    await sale.letIn(1);
    await buyer.seats.shown();
    await buyer.seats.takeBest(2);
    await buyer.seats.review();
    const order = await (await buyer.review.pay()).approve();
    const number = await order.paid();
    const { code } = order;
    expect(await sale.seatCounts()).toMatchObject({ sold: 2, free: 18 });
    await order.toBooking();
    const booking = new Booking(buyer.visit);
    await booking.shown(number);
    await booking.refund();
    await booking.givenBack.waitFor();
    await booking.void();
    await until("the seats are free again", async () => (await sale.seatCounts())["free"] === 20);
    await booking.openList();
    await buyer.page.getByRole("link", { name: TITLE }).waitFor();
    await booking.listed("moneyBack", { amount: language === "ko" ? "312,000원" : "₩312,000" });
    await buyer.visit.go(`/payment/${code}`);
    await order.heading("paidBack").waitFor();
  });

  it("who gives one of two seats back sees what is left", async () => {
    const sale = await Sale.open(on.server, { event: `part-${language}` });
    const buyer = await Buyer.inside(on, sale, language);
    await buyer.seats.takeBest(2);
    await buyer.seats.review();
    const order = await (await buyer.review.pay()).approve();
    const number = await order.paid();
    const { code } = order;
    await order.toBooking();
    const booking = new Booking(buyer.visit);
    await booking.shown(number);
    await booking.refund(1);
    await booking.shown(number); // The other seat is still valid.
    await booking.paidInTheEnd("156,000");
    await booking.openList();
    await booking.listed("ticketsLeft", { left: 1, n: 2 });
    await buyer.visit.go(`/payment/${code}`);
    await order.heading("paidPart").waitFor();
  });

  it("whose card is declined keeps the seats and pays again", async () => {
    const sale = await Sale.open(on.server, { event: `decline-${language}` });
    const buyer = await Buyer.inside(on, sale, language);
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    const declined = await (await buyer.review.pay()).decline();
    await declined.heading("stopped").waitFor();
    const order = await (await declined.payAgain()).approve();
    await order.paid();
    const told = await on.server.admin<OrderDetails>("GET", `/orders/${order.code}`);
    expect(told.charges.map(({ amount }) => amount)).toEqual([PRICES.R + FEE]);
  });
});

it("a reduced price is chosen seat by seat, and the sum follows", async () => {
  const sale = await Sale.open(on.server, { event: "reduced" });
  const buyer = await Buyer.inside(on, sale);
  await buyer.seats.takeBest(1);
  await buyer.seats.review();
  await buyer.review.shown();
  expect(await buyer.review.payButton.innerText()).toContain("156,000");
  await buyer.review.chooseFirstPriceType("youth");
  expect(await buyer.review.payButton.innerText()).toContain("52,000");
});

it("nobody pays without having agreed to everything", async () => {
  const sale = await Sale.open(on.server, { event: "consents" });
  const buyer = await Buyer.inside(on, sale);
  await buyer.seats.takeBest(1);
  await buyer.seats.review();
  await buyer.review.shown();
  const consents = await buyer.page.getByRole("checkbox").all();
  expect(consents).toHaveLength(3);
  for (const consent of consents) expect(await consent.isChecked()).toBe(false);
  await consents[0]!.check();
  await buyer.review.payButton.click();
  await buyer.review.consentsMissing.waitFor();
  expect(await sale.seatCounts()).toMatchObject({ held: 1, paying: 0 });
});

it("standing tickets are bought by number", async () => {
  const sale = await Sale.open(on.server, { event: "floor", plan: standingHall() });
  const buyer = await Buyer.arrive(on, sale);
  await buyer.visit.go(`/events/${sale.event}`);
  await buyer.event.enter();
  await buyer.queue.comeIn();
  await buyer.visit.arrived(/^\/events\/floor\/(seats|book)$/);
  await buyer.visit.go(`/events/${sale.event}/book`);
  await buyer.standing.take(3);
  await buyer.seats.review();
  await (await (await buyer.review.pay()).approve()).paid();
  expect(await sale.seatCounts()).toMatchObject({ sold: 3, free: 47 });
});
