import { describe, expect, it } from "vitest";

import { sha256 } from "./sha256";

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

describe("SHA-256", () => {
  it("knows the standard's example", () => {
    expect(hex(sha256(new TextEncoder().encode("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  const sizes = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000];

  it.each(sizes)("agrees with the built-in one on %i bytes", async (size) => {
    const message = Uint8Array.from({ length: size }, (_, i) => (i * 7 + size) & 255);
    const expected = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
    expect(hex(sha256(message))).toBe(hex(expected));
  });
});
