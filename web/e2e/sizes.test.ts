import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ROOT } from "./harness/server";

const KIB = 1024;
const QUEUE_FIRST_LOAD = 30 * KIB;
const BUYER_TOTAL = 120 * KIB;
const CONSOLE_TOTAL = 200 * KIB;
const ASSET = /[\w.-]+-[A-Za-z0-9]{8}\.(?:js|css|svg)/g;

const out = mkdtempSync(join(tmpdir(), "onsale-sizes-"));
let firstLoads: Record<string, string[]>;

beforeAll(() => {
  execFileSync("node", [join(ROOT, "web/build.mjs"), out], { stdio: "inherit" });
  firstLoads = JSON.parse(readFileSync(join(out, "first-loads.json"), "utf8"));
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const body = (name: string): Buffer => readFileSync(join(out, "files", name));
const mentioned = (name: string): string[] =>
  [...body(name).toString().matchAll(ASSET)].map(([asset]) => `assets/${asset}`);

/** These files and all files that they load, statically or later. */
function reachable(start: string[]): Set<string> {
  const existing = new Set(readdirSync(join(out, "files/assets")).map((name) => `assets/${name}`));
  const found = new Set<string>();
  const follow = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    mentioned(name).filter((asset) => existing.has(asset)).forEach(follow);
  };
  start.forEach(follow);
  return found;
}

const compressed = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + brotliCompressSync(body(name)).length, 0);

const pagesOf = (language: string, wanted: (page: string) => boolean): string[] =>
  Object.keys(firstLoads)
    .filter((key) => key.startsWith(`${language}/`) && wanted(key.slice(3)))
    .map((key) => `pages/${key}.html`);

describe.each(["en", "ko"])("what a browser loads (%s)", (language) => {
  it("is at most 30 KiB before the waiting room can be used", () => {
    const files = new Set(firstLoads[`${language}/queue`]);
    for (const asset of mentioned(`pages/${language}/queue.html`)) files.add(asset);
    expect(files.size).toBeGreaterThan(2);
    expect(compressed(files)).toBeLessThanOrEqual(QUEUE_FIRST_LOAD);
  });

  it("is at most 120 KiB for all of a buyer's pages", () => {
    const pages = pagesOf(language, (page) => page !== "admin");
    expect(pages.length).toBeGreaterThan(6);
    expect(compressed(reachable(pages))).toBeLessThanOrEqual(BUYER_TOTAL);
  });

  it("is at most 200 KiB for the console", () => {
    const pages = pagesOf(language, (page) => page === "admin");
    expect(pages).toHaveLength(1);
    expect(compressed(reachable(pages))).toBeLessThanOrEqual(CONSOLE_TOTAL);
  });
});
