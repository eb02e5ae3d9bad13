import { describe, expect, it } from "vitest";

import { en, ko } from "../src/words/core";
import type { Language } from "./harness/browser";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";

const on = stage();

describe("the language", () => {
  it.each<Language>(["en", "ko"])("of a bare address is the browser's (%s)", async (language) => {
    const sale = await Sale.open(on.server, { event: `bare-${language}` });
    const { page, visit } = await Buyer.arrive(on, sale, language);
    for (const path of ["/", `/events/${sale.event}`, `/queue/${sale.event}`, "/bookings"]) {
      await page.goto(on.server.origin + path);
      await visit.arrived(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getAttribute("html", "lang")).toBe(language);
    }
  });

  it("is switched on the page that one is on, and the place in line stays", async () => {
    const sale = await Sale.open(on.server, { event: "switch", line: { maxActive: 0 } });
    const buyer = await Buyer.waiting(on, sale);
    const languages = buyer.page.getByRole("navigation", { name: en.language });
    await languages.getByRole("link", { name: "한국어" }).click();
    await buyer.page.getByRole("link", { name: ko.bookings }).waitFor();
    expect(new URL(buyer.page.url()).pathname).toBe(`/ko/queue/${sale.event}`);
    expect((await sale.line())["waiting"]).toBe(1);
  });

  it("of advertisements' links is kept, and what they carry is dropped", async () => {
    const sale = await Sale.open(on.server, { event: "ad" });
    const { page } = await Buyer.arrive(on, sale);
    await page.goto(`${on.server.origin}/en/events/${sale.event}?utm_source=mail`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toBe(`${on.server.origin}/en/events/${sale.event}`);
  });
});

describe("times", () => {
  it("are in the event's zone, named, and in the guest's where that differs", async () => {
    const settings = { performances: [{ id: "day-1", startsAt: "2027-02-01T20:00:00+09:00" }] };
    const sale = await Sale.open(on.server, { event: "times", settings });
    const abroad = await Buyer.arrive(on, sale, "en", undefined, { timezoneId: "America/New_York" });
    await abroad.visit.go(`/events/${sale.event}`);
    const time = abroad.page.getByText(/1 February 2027 at 20:00 KST/).first();
    await time.waitFor();
    expect(await time.innerText()).toContain("06:00");
    const athome = await Buyer.arrive(on, sale, "en", undefined, { timezoneId: "Asia/Seoul" });
    await athome.visit.go(`/events/${sale.event}`);
    const own = athome.page.getByText(/1 February 2027 at 20:00 KST/).first();
    await own.waitFor();
    expect(await own.innerText()).not.toContain("where you are");
  });
});
