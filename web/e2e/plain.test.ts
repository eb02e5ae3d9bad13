import { describe, expect, it } from "vitest";

import type { Language } from "./harness/browser";
import { Sale } from "./harness/sale";
import { stage } from "./harness/stage";

const on = stage();

// Texts of the pages that the server renders (plain_page_words.cpp).
const WORDS = {
  en: {
    join: "Join the line",
    place: "Your position",
    turn: "It is your turn",
    leave: "Leave the line",
    yes: "Yes, leave",
  },
  ko: {
    join: "대기열 입장",
    place: "나의 대기 순서",
    turn: "입장할 차례입니다",
    leave: "대기열 나가기",
    yes: "네, 나가겠습니다",
  },
} as const;

describe.each<Language>(["en", "ko"])("without JavaScript (%s)", (language) => {
  const words = WORDS[language];

  it("the queue page leads to the server's own, which waits until the turn", async () => {
    const sale = await Sale.open(on.server, { event: `plain-${language}`, line: { maxActive: 0 } });
    const page = await on.browsers.page(language, { javaScriptEnabled: false });
    await page.goto(`${on.server.origin}/${language}/queue/${sale.event}`);
    await page.waitForURL(`**/${language}/queue/${sale.event}?plain=1`);
    await page.getByRole("button", { name: words.join }).click();
    await page.getByText(words.place).waitFor();
    expect(page.url()).toContain("plain=1");
    await sale.letIn(1);
    await page.getByText(words.turn).waitFor(); // The page reloads itself.
    expect((await sale.line())["admitted"]).toBe(1);
  });

  it("leaving asks first", async () => {
    const sale = await Sale.open(on.server, { event: `leave-${language}`, line: { maxActive: 0 } });
    const page = await on.browsers.page(language, { javaScriptEnabled: false });
    await page.goto(`${on.server.origin}/${language}/queue/${sale.event}?plain=1`);
    await page.getByRole("button", { name: words.join }).click();
    await page.getByText(words.leave, { exact: true }).click();
    await page.getByRole("button", { name: words.yes }).click();
    await page.getByRole("button", { name: words.join }).waitFor();
    expect((await sale.line())["waiting"]).toBe(0);
  });

  it("the list of events is readable", async () => {
    const page = await on.browsers.page(language, { javaScriptEnabled: false });
    await page.goto(`${on.server.origin}/${language}/`);
    await page.waitForURL(`**/${language}/?plain=1`);
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(0);
  });
});
