import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { seriousFindings } from "./harness/checks";
import { stage } from "./harness/stage";
import { buyersTour, consoleTour } from "./harness/tour";

const on = stage();

/** In light and dark mode. Collects all findings instead of stopping at the first one. */
async function findingsOf(tour: typeof buyersTour): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await tour(on, "en", async (name: string, page: Page) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const findings = await seriousFindings(page);
      if (findings.length > 0) found[`${name} (${colorScheme})`] = findings;
    }
    await page.emulateMedia({ colorScheme: "light" });
  });
  return found;
}

describe("axe-core finds nothing serious", () => {
  it("on any page of a buyer, in light and in dark", async () => {
    expect(await findingsOf(buyersTour)).toEqual({});
  });

  it("in any section of the console, in light and in dark", async () => {
    expect(await findingsOf(consoleTour)).toEqual({});
  });
});
