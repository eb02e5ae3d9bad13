import type { BrowserContextOptions, Page } from "playwright-core";

import { Booking } from "../pages/bookings";
import { Buyer } from "../pages/buyer";
import { Console, type Section } from "../pages/console";
import type { Language } from "./browser";
import { Guest } from "./guest";
import { standingHall, theatre } from "./halls";
import { FEE, PRICES, Sale, TITLE } from "./sale";
import type { Stage } from "./stage";

/** Called on every page after its content is shown. */
export type Look = (name: string, page: Page) => Promise<void>;

async function waitingRoom(stage: Stage, sale: Sale, buyer: Buyer, look: Look): Promise<void> {
  await buyer.visit.go(`/queue/${sale.event}`);
  await buyer.queue.enterButton.waitFor();
  await look("queue-door", buyer.page);
  for (let ahead = 0; ahead < 3; ahead++) await new Guest(stage.server.origin, sale.event).enter();
  await buyer.queue.enter();
  await buyer.queue.position();
  await new Guest(stage.server.origin, sale.event).enter();
  await look("queue", buyer.page);
  await sale.letIn(20);
  await buyer.seats.shown();
}

/** Other guests hold and buy seats first. */
async function othersBuy(sale: Sale): Promise<void> {
  const { origin } = sale.site;
  await sale.letIn(2);
  await (await new Guest(origin, sale.event).comeIn()).buy("C-1-7", "C-1-8", "C-1-9");
  await (await new Guest(origin, sale.event).comeIn()).take("C-2-5", "C-2-6");
  await sale.letIn(0);
}

async function seats(buyer: Buyer, look: Look): Promise<void> {
  await look("seats", buyer.page);
  await buyer.seats.takeBest(2);
  await look("seats-map", buyer.page);
  await buyer.seats.listSwitch().click();
  await look("seats-list", buyer.page);
}

async function paying(buyer: Buyer, look: Look): Promise<void> {
  await buyer.seats.review();
  await buyer.review.shown();
  await look("review", buyer.page);
  const demoPay = await buyer.review.pay();
  await look("demo-pay", buyer.page);
  const declined = await demoPay.decline();
  await declined.heading("stopped").waitFor();
  await look("declined", buyer.page);
  const order = await (await declined.payAgain()).approve();
  const number = await order.paid();
  await look("paid", buyer.page);
  await order.toBooking();
  const booking = new Booking(buyer.visit);
  await booking.shown(number);
  await booking.previewRefund();
  await look("booking", buyer.page);
  await booking.openList();
  await buyer.page.getByRole("link", { name: TITLE }).waitFor();
  await look("bookings", buyer.page);
}

/** Visits every page of a buyer, in the order of a purchase. */
export async function buyersTour(
  stage: Stage,
  language: Language,
  look: Look,
  options: BrowserContextOptions = {},
): Promise<void> {
  const sale = await Sale.open(stage.server, {
    event: `tour-${language}`, line: { maxActive: 0 }, plan: theatre(),
  });
  await othersBuy(sale);
  const buyer = await Buyer.arrive(stage, sale, language, undefined, options);
  await buyer.home.open();
  await look("home", buyer.page);
  await buyer.visit.go(`/events/${sale.event}`);
  await buyer.event.enterButton.waitFor();
  await look("event", buyer.page);
  await waitingRoom(stage, sale, buyer, look);
  await seats(buyer, look);
  await paying(buyer, look);
  await standing(stage, language, look, options);
}

async function standing(
  stage: Stage,
  language: Language,
  look: Look,
  options: BrowserContextOptions,
): Promise<void> {
  const sale = await Sale.open(stage.server, { event: `floor-${language}`, plan: standingHall() });
  const buyer = await Buyer.arrive(stage, sale, language, undefined, options);
  await buyer.visit.go(`/queue/${sale.event}`);
  await buyer.queue.enter();
  await buyer.visit.arrived(/^\/events\/[^/]+\/(seats|book)$/);
  await buyer.visit.go(`/events/${sale.event}/book`);
  await buyer.standing.shown();
  await look("book", buyer.page);
  await buyer.visit.go("/payment/O-0000000000000");
  await buyer.order.notYours.waitFor();
  await look("order-not-yours", buyer.page);
}

const SECTIONS: Section[] = [
  "overview", "plots", "controls", "hall", "orders", "lists", "statistics", "preflight", "health", "audit",
];

const ROW = Array.from({ length: 10 }, (_, index) => `F1-A-${index + 1}`);

/**
 * Visits the console's sign-in and every section, with a sale that has some activity: an order of
 * which most seats were given back, a hold and a line.
 */
export async function consoleTour(
  stage: Stage,
  language: Language,
  look: Look,
  options: BrowserContextOptions = {},
): Promise<void> {
  const sale = await Sale.open(stage.server, {
    event: `console-${language}`, line: { maxActive: 3 }, rules: { seatsPerHold: ROW.length },
  });
  const { origin } = stage.server;
  const order = await (await new Guest(origin, sale.event).comeIn()).buy(...ROW);
  const seats = ROW.slice(1);
  const amount = seats.length * (PRICES.R + FEE);
  await stage.server.admin("POST", `/orders/${order}/refund`, { seats, why: "organiser", amount });
  await (await new Guest(origin, sale.event).comeIn()).take("F2-B-1");
  for (let waiting = 0; waiting < 3; waiting++) await new Guest(origin, sale.event).enter();
  const console = new Console(await stage.browsers.page(language, options), stage.server, language);
  await console.openSignIn();
  await look("admin-sign-in", console.page);
  await console.signIn();
  await console.choose(sale.event);
  for (const section of SECTIONS) {
    await console.open(section);
    await console.loaded();
    if (section === "orders") await console.page.getByRole("link", { name: order }).waitFor();
    await look(`admin-${section}`, console.page);
  }
}
