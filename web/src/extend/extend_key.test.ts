import { describe, expect, it } from "vitest";

import { isExtendKey } from "./extend_key";

const pressed = (key: string, more: object = {}) => ({
  key, code: "KeyT", altKey: false, ctrlKey: false, metaKey: false,
  repeat: false, isComposing: false, ...more,
});
const counts = (key: string, more: object = {}) => isExtendKey(pressed(key, more), true, false);

describe("the key for more time", () => {
  it.each(["t", "T", "ㅅ", "е"])("is the one with a T on it: %s", (key) => {
    expect(counts(key)).toBe(true);
  });

  it("is where the layout has its T, not where others have it", () => {
    expect(counts("t", { code: "KeyK" })).toBe(true);
    expect(counts("y", { code: "KeyT" })).toBe(false);
    expect(counts("x", { code: "KeyX" })).toBe(false);
  });

  it.each(["ctrlKey", "metaKey", "repeat", "isComposing"])("does not count with %s", (name) => {
    expect(counts("t", { [name]: true })).toBe(false);
  });

  it("is a letter to who writes, and nothing to who has turned it off", () => {
    expect(isExtendKey(pressed("t"), true, true)).toBe(false);
    expect(isExtendKey(pressed("t"), false, false)).toBe(false);
  });

  it("always counts with Alt", () => {
    expect(isExtendKey(pressed("†", { altKey: true }), false, true)).toBe(true);
  });
});
