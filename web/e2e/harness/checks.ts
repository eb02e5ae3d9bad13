import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

import { until } from "./until";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Finding {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; any: { message: string }[] }[];
}

/** The serious and critical findings of axe-core on the current page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = (await page.evaluate(async (rules) => {
    const axe = (globalThis as unknown as { axe: { run: Function } }).axe;
    const options = { runOnly: { type: "tag", values: rules }, resultTypes: ["violations"] };
    return (await axe.run(document, options)).violations;
  }, RULES)) as Finding[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    );
}

/** The cells of tables that do not fit on the screen, so that no scrolling shows them whole. */
export const tooWideCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("th, td")]
      .map((cell) => ({ cell, width: Math.round(cell.getBoundingClientRect().width) }))
      .filter(({ width }) => width > document.documentElement.clientWidth)
      .map(({ cell, width }) => `${width} px: ${cell.textContent?.slice(0, 60)}`),
  );

const SETTLE_SECONDS = 3;

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/**
 * The elements that make the page scroll sideways. Empty if the page fits, also after a redraw of
 * plots.
 */
export async function tooWide(page: Page): Promise<string[]> {
  // waitForFunction cannot be used: it evaluates a string, which the page's policy forbids.
  await until("the page fits", () => fits(page), SETTLE_SECONDS)
    .catch(() => undefined); // The code below then reports what is too wide.
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map(({ tagName, className, textContent }) => `${tagName}.${className} (${textContent?.slice(0, 40)})`);
    // An overflow inside an element that scrolls by itself is allowed.
    if (document.documentElement.scrollWidth <= width) return [];
    return [`${document.documentElement.scrollWidth} of ${width} px`, ...found.slice(0, 5)];
  });
}
