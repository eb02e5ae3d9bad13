import { describe, expect, it } from "vitest";

import { designOf, letterSize, linesOf } from "./poster_design";

describe("a made poster", () => {
  it("is the same for the same title", () => {
    expect(designOf("Spring Tour")).toEqual(designOf("Spring Tour"));
  });

  it("differs between titles", () => {
    const titles = ["Spring Tour", "Winter Gala", "봄밤 콘서트", "One Door", "Moonlight", "Demo"];
    expect(new Set(titles.map((title) => JSON.stringify(designOf(title)))).size).toBe(6);
  });

  it("breaks the title between words", () => {
    expect(linesOf("Moonlight Arena Tour")).toEqual(["Moonlight", "Arena Tour"]);
  });

  it("counts Korean letters as wide", () => {
    expect(linesOf("가나다라 마바사아")).toEqual(["가나다라", "마바사아"]);
  });

  it("has at most four lines", () => {
    const lines = linesOf("a very long title that nobody would ever want to print on paper");
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe("…");
  });

  it("makes letters smaller for long words", () => {
    expect(letterSize(["Unbelievable"])).toBeLessThan(letterSize(["Short"]));
    expect(letterSize(["x".repeat(80)]) * 80 * 0.7).toBeLessThan(300);
  });
});
