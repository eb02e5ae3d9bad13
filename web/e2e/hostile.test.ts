import { describe, expect, it } from "vitest";

import { Guest } from "./harness/guest";
import { smallHall } from "./harness/halls";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";
import { Console } from "./pages/console";

const on = stage();

// This would run if it were ever inserted as markup.
const script = (mark: string) => `${mark}<script>hacked=1</script><img src=x onerror="hacked=1">`;
const TITLE = script("Title");
const ARTIST = script("Artist");
const VENUE = script("Venue");
const MESSAGE = script("Message");
const SECTION = script("Section");

const hacked = (page: { evaluate: (text: string) => Promise<unknown> }) => page.evaluate("typeof hacked");

describe("script in what people write", () => {
  it("is shown as text to buyers, and never runs", async () => {
    const plan = smallHall();
    plan.sections[0]!.name = SECTION;
    const sale = await Sale.open(on.server, {
      event: "evil", plan, line: { maxActive: 0 }, settings: { title: TITLE, artist: ARTIST, venue: VENUE },
    });
    await sale.admin("PUT", "/levers", { messageWaiting: MESSAGE, messageAdmitted: MESSAGE });
    const buyer = await Buyer.arrive(on, sale);
    const { page } = buyer;
    await buyer.home.open();
    await page.getByText(TITLE).first().waitFor();
    await buyer.visit.go(`/events/${sale.event}`);
    for (const text of [TITLE, ARTIST, VENUE]) await page.getByText(text).first().waitFor();
    await buyer.visit.go(`/queue/${sale.event}`);
    await buyer.queue.enter();
    for (const text of [TITLE, MESSAGE]) await page.getByText(text).first().waitFor();
    expect(await hacked(page)).toBe("undefined");
    await sale.letIn(1);
    await buyer.seats.shown();
    await page.getByText(MESSAGE).first().waitFor();
    await buyer.seats.listSwitch().click();
    await buyer.seats.sectionButton(SECTION).waitFor();
    await buyer.seats.takeBest(1);
    await buyer.seats.review();
    await page.getByText(VENUE).first().waitFor();
    const order = await (await buyer.review.pay()).approve();
    await order.paid();
    await order.toBooking();
    await page.getByText(TITLE).first().waitFor();
    expect(await hacked(page)).toBe("undefined");
    expect(await page.locator("img[src=x]").count()).toBe(0);
  });

  it("is shown as text to the operator, and never runs", async () => {
    const sale = await Sale.open(on.server, { event: "evil-console", settings: { title: TITLE } });
    const house = { seats: ["F1-A-1"], reason: script("Why"), owner: script("Who") };
    await sale.admin("POST", "/performances/day-1/seats/block", house);
    await (await new Guest(on.server.origin, sale.event).comeIn()).buy("F1-A-2");
    const console = await new Console(await on.browsers.page(), on.server).signIn();
    await console.choose(sale.event);
    await console.open("hall");
    await console.page.getByText(script("Who")).first().waitFor();
    for (const section of ["overview", "controls", "orders", "audit"] as const) {
      await console.open(section);
      await console.loaded();
      expect(await hacked(console.page), section).toBe("undefined");
    }
  });
});

describe("the content policy", () => {
  const pages = ["", "events/x", "queue/x", "events/x/seats", "events/x/book", "payment/O-1", "bookings"];

  it.each(pages)("of /en/%s allows nothing inline and no stranger", async (path) => {
    const answer = await fetch(`${on.server.origin}/en/${path}`);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(answer.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("stops script that gets into a page all the same", async () => {
    const page = await on.browsers.page();
    await page.goto(`${on.server.origin}/en/`);
    await page.evaluate(() => {
      const element = document.createElement("script");
      element.textContent = "hacked = 1";
      document.body.append(element);
    });
    expect(await hacked(page)).toBe("undefined");
    expect(on.browsers.takeTroubles().join()).toMatch(/content security policy/i);
  });
});
