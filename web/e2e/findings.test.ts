import { describe, expect, it } from "vitest";

import { ko as messages } from "../src/words/admin_messages";
import { ko as orders } from "../src/words/admin_orders";
import { ko as story } from "../src/words/admin_story";
import { Guest } from "./harness/guest";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Console, type Section } from "./pages/console";

const on = stage();

const consoleOf = async (sale: Sale): Promise<Console> => {
  const console = new Console(await on.browsers.page("ko"), on.server, "ko");
  return (await console.signIn()).choose(sale.event);
};

describe("the console in Korean", () => {
  it("says in Korean what was checked, how the parts are, and what was done", async () => {
    const sale = await Sale.open(on.server, { event: "findings" });
    await sale.admin("PUT", "/levers", { joinsStopped: true, messageWaiting: "잠시만요" });
    const console = await consoleOf(sale);
    for (const section of ["preflight", "health", "audit"] satisfies Section[]) {
      await console.open(section);
      const found = console.page.locator("td.finding");
      await found.first().waitFor();
      expect(await found.allInnerTexts(), section).toContainEqual(expect.stringMatching(/[가-힣]/));
      expect(await found.and(console.page.locator("[lang=en]")).allInnerTexts(), section).toEqual([]);
    }
  });

  it("tells the service desk the story of a guest, by the order that the guest names", async () => {
    const sale = await Sale.open(on.server, { event: "story" });
    const order = await (await new Guest(on.server.origin, sale.event).comeIn()).buy("F1-A-1");
    const console = await consoleOf(sale);
    await console.open("orders");
    await console.page.getByRole("searchbox", { name: orders.find }).fill(order.toLowerCase());
    await console.page.getByRole("button", { name: orders.search }).click();
    await console.page.getByRole("heading", { name: story.title }).waitFor();
    for (const sentence of [messages.story["let_in"], messages.story["order_paid"]])
      await console.page.getByText(sentence!.replace("{order}", order)).first().waitFor();
  });
});
