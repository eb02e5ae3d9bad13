import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { type Language, NARROW } from "./harness/browser";
import { seriousFindings, tooWide } from "./harness/checks";
import { standingHall } from "./harness/halls";
import { Sale, type SaleWishes } from "./harness/sale";
import { stage } from "./harness/stage";
import { until } from "./harness/until";
import { Buyer } from "./pages/buyer";
import { MoreTime } from "./pages/more_time";

const on = stage();

// Holds of less than two minutes, so that their clock offers more time immediately.
const SHORT: SaleWishes = {
  line: { extension: "2m", extensions: 2 },
  rules: { holdTtl: "100s" },
};

const open = (event: string, wishes: SaleWishes = {}) =>
  Sale.open(on.server, { ...SHORT, ...wishes, event });

/** Counts the extension requests of a page. */
function asked(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/queue/extend") ++count;
  });
  return () => count;
}

async function secondsLeft(buyer: Buyer): Promise<number> {
  const [minutes, seconds] = (await buyer.visit.timer()).split(":").map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** The clock is updated within a second. */
const clockMoved = (buyer: Buyer) =>
  until("the clock shows more time", async () => (await secondsLeft(buyer)) > 120, 3);

describe.each<Language>(["en", "ko"])("a guest whose time runs short (%s)", (language) => {
  it("gets more with one key, and the server keeps it", async () => {
    const buyer = await Buyer.inside(on, await open(`key-${language}`), language);
    const count = asked(buyer.page);
    const moreTime = new MoreTime(buyer.visit);
    await buyer.seats.takeBest(1);
    await moreTime.button.waitFor();
    await moreTime.spokenOffer.waitFor({ state: "attached" });
    expect(await secondsLeft(buyer)).toBeLessThan(120);
    await buyer.page.keyboard.press("t");
    await moreTime.given();
    await clockMoved(buyer);
    expect(count()).toBe(1);
    await buyer.page.reload();
    await buyer.seats.payCount(1).waitFor();
    expect(await secondsLeft(buyer)).toBeGreaterThan(120);
  });
});

describe("more time", () => {
  it("is had with the button by keyboard alone, and the focus stays at the clock", async () => {
    const buyer = await Buyer.inside(on, await open("button"));
    const moreTime = new MoreTime(buyer.visit);
    await buyer.seats.takeBest(1);
    await moreTime.button.focus();
    await buyer.page.keyboard.press("Enter");
    await moreTime.given();
    expect(await buyer.page.evaluate("document.activeElement.className")).toBe("more-time");
  });

  it("is offered before paying, where T in a field is a letter and Alt+T is not", async () => {
    const buyer = await Buyer.inside(on, await open("review"));
    const count = asked(buyer.page);
    const moreTime = new MoreTime(buyer.visit);
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    await buyer.review.shown();
    await moreTime.button.waitFor();
    await buyer.page.getByRole("combobox").first().focus();
    await buyer.page.keyboard.press("t");
    expect(count()).toBe(0);
    await buyer.page.keyboard.press("Alt+t");
    await moreTime.given();
    expect(count()).toBe(1);
    await clockMoved(buyer);
    await (await buyer.review.pay()).approve();
    await buyer.order.paid();
  });

  it("does not come by a letter once that key is turned off", async () => {
    const buyer = await Buyer.inside(on, await open("off"));
    const count = asked(buyer.page);
    const moreTime = new MoreTime(buyer.visit);
    await buyer.seats.takeBest(1);
    await moreTime.turnKeyOff();
    await buyer.page.keyboard.press("t");
    await buyer.page.reload();
    await moreTime.buttonWithAlt.waitFor();
    await buyer.page.keyboard.press("t");
    await buyer.page.keyboard.press("Alt+t");
    await moreTime.given();
    expect(count()).toBe(1);
  });

  it("that is used up is said in words, and not offered again", async () => {
    const sale = await open("used", { line: { extension: "2m", extensions: 1 } });
    const buyer = await Buyer.inside(on, sale);
    const moreTime = new MoreTime(buyer.visit);
    await buyer.seats.takeBest(1);
    await moreTime.button.waitFor();
    // Another tab has used the extension; this tab gets the error.
    await buyer.page.route("**/api/queue/status?*", () => undefined);
    await buyer.page.route("**/api/queue/extend", async (route) => {
      const body = JSON.stringify({ eventId: sale.event });
      await route.fetch();
      await route.continue({ postData: body });
    });
    await moreTime.button.click();
    await buyer.page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    await moreTime.button.waitFor({ state: "hidden" });
  });

  it("is offered where tickets are for standing", async () => {
    const sale = await open("floor", { plan: standingHall() });
    const buyer = await Buyer.arrive(on, sale);
    await buyer.visit.go(`/queue/${sale.event}`);
    await buyer.queue.enter();
    await buyer.visit.arrived(/^\/events\/[^/]+\/(seats|book)$/);
    await buyer.visit.go(`/events/${sale.event}/book`);
    await buyer.standing.take(1);
    const moreTime = new MoreTime(buyer.visit);
    await moreTime.button.click();
    await moreTime.given();
  });

  it("is offered after a declined payment, and moves the order's own clock", async () => {
    const buyer = await Buyer.inside(on, await open("declined"));
    const moreTime = new MoreTime(buyer.visit);
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    await buyer.review.shown();
    // A declined order has at least three minutes. The test shows this page less time until the
    // extension.
    let shown = 100_000;
    await buyer.page.route("**/api/orders/*", async (route) => {
      const response = await route.fetch();
      const order = (await response.json()) as { deadline?: string; serverTime: string };
      if (order.deadline && shown > 0)
        order.deadline = new Date(Date.parse(order.serverTime) + shown).toISOString();
      await route.fulfill({ response, json: order });
    });
    await (await buyer.review.pay()).decline();
    await moreTime.button.waitFor();
    shown = 0;
    await buyer.page.keyboard.press("t");
    await moreTime.given();
    // Three minutes after the decline, and two more.
    await until("the clock shows more time", async () => (await secondsLeft(buyer)) > 240, 5);
  });

  it("is no part of an event that gives none", async () => {
    const sale = await open("none", { line: { extensions: 0 } });
    const buyer = await Buyer.inside(on, sale);
    const count = asked(buyer.page);
    await buyer.seats.takeBest(1);
    await buyer.page.keyboard.press("t");
    await buyer.seats.review();
    await buyer.review.shown();
    expect(await new MoreTime(buyer.visit).button.count()).toBe(0);
    expect(count()).toBe(0);
  });

  it("is promised on the event's page, and its offer can be seen and read by everybody", async () => {
    const sale = await open("promise");
    const buyer = await Buyer.inside(on, sale);
    await buyer.seats.takeBest(1);
    await new MoreTime(buyer.visit).button.waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await buyer.page.emulateMedia({ colorScheme });
      expect(await seriousFindings(buyer.page)).toEqual([]);
    }
    await buyer.page.setViewportSize(NARROW);
    expect(await tooWide(buyer.page)).toEqual([]);
    await buyer.visit.go(`/events/${sale.event}`);
    await new MoreTime(buyer.visit).policy(2).waitFor();
  });
});
