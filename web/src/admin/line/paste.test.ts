import { describe, expect, it } from "vitest";

import { newCodes, pasted } from "./paste";

describe("a pasted list", () => {
  it("is read from lines, cells and quotes alike", () => {
    expect(pasted('a\r\nb\tc, "d e";\n\n').entries).toEqual(["a", "b", "c", "d e"]);
  });

  it("says how many were repeated and how many are too long", () => {
    expect(pasted(`a\na\n${"x".repeat(257)}`)).toEqual({ entries: ["a"], repeated: 1, tooLong: 1 });
  });
});

describe("new codes", () => {
  it("are all different and without signs that people confuse", () => {
    const codes = newCodes(200);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes)
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it("skip random bytes that would favour some letters", () => {
    const bytes = [255, 0, 1];
    const turn = { at: 0 };
    const fill = (to: Uint8Array) => to.map(() => bytes[turn.at++ % bytes.length] ?? 0);
    expect(newCodes(1, fill)).toEqual(["2323-2323-2323"]);
  });
});
