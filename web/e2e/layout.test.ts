import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { NARROW, PHONE } from "./harness/browser";
import { tooWide, tooWideCells } from "./harness/checks";
import { stage } from "./harness/stage";
import { buyersTour, consoleTour } from "./harness/tour";

const on = stage();

const SIZES: Record<string, { width: number; height: number }> = {
  "a phone": PHONE,
  "320 px": NARROW,
  // A desktop of 1280 px at 200 % zoom has half as many CSS pixels.
  "200 % zoom": { width: 640, height: 450 },
};

async function wideOnes(
  tour: typeof buyersTour,
  options: BrowserContextOptions = {},
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await tour(on, "ko", async (name: string, page: Page) => {
    const before = page.viewportSize();
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      const wide = [...(await tooWide(page)), ...(await tooWideCells(page))];
      if (wide.length > 0) found[`${name} (${size})`] = wide;
    }
    if (before) await page.setViewportSize(before);
  }, options);
  return found;
}

describe("nothing scrolls sideways on a phone, at 320 px and at 200 % zoom", () => {
  it("on any page of a buyer, all of whose purchase works on a phone", async () => {
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    expect(await wideOnes(buyersTour, phone)).toEqual({});
  });

  it("in any section of the console", async () => {
    expect(await wideOnes(consoleTour)).toEqual({});
  });
});
