import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { type Language, PHONE } from "./harness/browser";
import { ROOT } from "./harness/server";
import { stage } from "./harness/stage";
import { buyersTour, consoleTour } from "./harness/tour";

const on = stage();
const FOLDER = join(ROOT, "build/screenshots");
const DESKTOP = { width: 1280, height: 800 };

/** Takes screenshots of the page on a desktop, in dark mode and, for buyers' pages, on a phone. */
async function shoot(page: Page, name: string, withPhone: boolean): Promise<void> {
  const at = (kind: string) => ({ path: join(FOLDER, `${name}-${kind}.png`) });
  await page.setViewportSize(DESKTOP);
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot(at("desktop"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot(at("dark"));
  await page.emulateMedia({ colorScheme: "light" });
  if (!withPhone) return;
  await page.setViewportSize(PHONE);
  await page.screenshot(at("phone"));
  await page.setViewportSize(DESKTOP);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });

describe.each<Language>(["en", "ko"])("every page is photographed for review (%s)", (language) => {
  it("of a buyer", async () => {
    const taken: string[] = [];
    await buyersTour(on, language, async (name, page) => {
      taken.push(name);
      await shoot(page, `${language}-${name}`, true);
    });
    expect(taken).toContain("booking");
  });

  it("of the operator", async () => {
    const taken: string[] = [];
    await consoleTour(on, language, async (name, page) => {
      taken.push(name);
      await shoot(page, `${language}-${name}`, false);
    });
    expect(taken).toContain("admin-audit");
  });
});
