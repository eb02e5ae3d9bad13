import { describe, expect, it } from "vitest";

import { sha256 } from "./sha256";
import { solve, zeroBits } from "./work";

describe("the proof of work", () => {
  it("begins with as many zero bits as were asked for", async () => {
    const nonce = await solve("a-challenge", 10);
    const digest = sha256(new TextEncoder().encode(`a-challenge:${nonce}`));
    expect(zeroBits(digest)).toBeGreaterThanOrEqual(10);
  });

  it("is nothing where none is needed", async () => {
    expect(await solve("a-challenge", 0)).toBe("0");
  });

  it("counts bits across bytes", () => {
    expect(zeroBits(Uint8Array.of(0, 0b0001_0000, 0))).toBe(11);
  });
});
