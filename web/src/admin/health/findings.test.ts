import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { en, ko } from "../../words/admin_messages";
import { findingText, findingsText } from "./findings";

const API = readFileSync(new URL("../../../../api/openapi.yaml", import.meta.url), "utf8");

/** The values of an enum in the API description. */
function codesOf(schema: string): string[] {
  const from = API.indexOf(`\n    ${schema}:\n`);
  const list = /enum:\s*\[([^\]]*)\]/.exec(API.slice(from))?.[1] ?? "";
  return list.split(",").map((code) => code.trim()).filter(Boolean);
}

describe("every code of the API has words, and no other", () => {
  it.each([
    ["PreflightCode", en.preflight, ko.preflight],
    ["PartCode", en.parts, ko.parts],
    ["EffectCode", en.effects, ko.effects],
    ["StoryCode", en.story, ko.story],
    ["OrderStoryCode", en.orderStory, ko.orderStory],
  ])("%s", (schema, english, korean) => {
    const codes = codesOf(schema).sort();
    expect(codes.length).toBeGreaterThanOrEqual(10);
    expect(Object.keys(english).sort()).toEqual(codes);
    expect(Object.keys(korean).sort()).toEqual(codes);
  });
});

describe("a finding", () => {
  const texts = en.preflight;

  it("is said with its values as people read them", () => {
    const values = { lifecycle: "open", opensAt: "2026-11-15T11:00:00Z" };
    expect(findingText(texts, { code: "opening", values }, "Asia/Seoul")).toBe("On sale, opens at 15 Nov 20:00:00");
    expect(findingText(texts, { code: "disk_free", values: { freeMib: 12345, wantedMib: 1024 } }))
      .toBe("12,345 MiB free, 1,024 MiB needed");
    expect(findingText(texts, { code: "trial_charged", values: { amount: 1000, currency: "KRW" } }))
      .toBe("Charged ₩1,000");
  });

  it("is said in the browser's time where the event's zone is misspelt", () => {
    const values = { lifecycle: "open", opensAt: "2026-11-15T11:00:00Z" };
    expect(findingText(texts, { code: "opening", values }, "Asia/Soeul")).toContain("15 Nov");
  });

  it("about a setting says why it is wrong", () => {
    const values = { field: "timeZone", message: "must be a name of the time zone database" };
    for (const words of [en.preflight, ko.preflight])
      expect(findingText(words, { code: "setting_wrong", values })).toContain(values.message);
  });

  it("without words of its own is left to the server's", () => {
    expect(findingText(texts, {})).toBeNull();
    expect(findingText(texts, { code: "from_a_newer_server", values: {} })).toBeNull();
    expect(findingText(texts, { code: "toString" })).toBeNull();
    expect(findingText(texts, { code: "disk_free", values: { freeMib: 1 } })).toBeNull();
  });
});

describe("several findings", () => {
  it("are sentences one after the other", () => {
    const all = [{ code: "joins_stopped" }, { code: "levers_undo" }];
    expect(findingsText(en.effects, all)).toBe("Nobody new can join; guests with a place keep it. Setting the levers back undoes it.");
  });

  it("are left to the server's words where one is not known, or there is none", () => {
    expect(findingsText(en.effects, [{ code: "joins_stopped" }, { code: "new" }])).toBeNull();
    expect(findingsText(en.effects, [])).toBeNull();
    expect(findingsText(en.effects, undefined)).toBeNull();
  });
});
