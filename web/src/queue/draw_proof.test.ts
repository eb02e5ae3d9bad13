import { describe, expect, it } from "vitest";

import type { OrderProof } from "../core/schema_types";
import { sha256 } from "../join/sha256";
import { checkDraw, fromHex, orderOf, rootOf, toHex } from "./draw_proof";

// The example of docs/format/draw.md.
const text = (value: string) => new TextEncoder().encode(value);
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const secret = sha256(text("secret"));
const leaves = [1, 2, 3, 4, 5].map((number) => {
  const guest = sha256(text(`guest ${number}`)).slice(0, 16);
  return sha256(join(text("onsale-draw-1"), Uint8Array.of(number, 0, 0, 0), guest)).slice(0, 16);
});
const node = (leaf: Uint8Array) => sha256(join(Uint8Array.of(0), leaf));
const inner = (left: Uint8Array, right: Uint8Array) => sha256(join(Uint8Array.of(1), left, right));
const bottom = leaves.map(node);
const left = inner(bottom[0]!, bottom[1]!);
const right = inner(bottom[2]!, bottom[3]!);
const ROOT = "4aeb9fc2b60afc74dc119c211245bd0fa0eb04006de0c950b497fbe1406e30b5";
const SEED = "09ddfec5067d6601885d014c6bbe0a7a2d88106d0bee76ca2ada7fc07537aabd";
const COMMITMENT = "3881219d087dd9c634373fd33dfa33a2cb6bfc6c520b64b8bb60ef2ceb534ae7";

const receipt = (index: number, place: number, path: Uint8Array[]) => ({
  number: index + 1,
  index,
  place,
  leaf: toHex(leaves[index]!),
  path: path.map(toHex),
});
const second = receipt(1, 3, [bottom[0]!, right, bottom[4]!]);

const proof = (values: Partial<OrderProof> = {}): OrderProof => ({
  eventId: "demo",
  order: "lobby-shuffle",
  drawn: true,
  commitment: COMMITMENT,
  secret: toHex(secret),
  membersRoot: ROOT,
  memberCount: 5,
  receipt: second,
  ...values,
});

describe("the draw", () => {
  it("gives the order of the worked example", async () => {
    const order = await orderOf(fromHex(SEED), 5);
    expect(Array.from(order, (index) => index + 1)).toEqual([1, 5, 2, 4, 3]);
  });

  it("leads every leaf to the root", () => {
    expect(toHex(rootOf(second, 5))).toBe(ROOT);
    expect(toHex(rootOf(receipt(2, 5, [bottom[3]!, left, bottom[4]!]), 5))).toBe(ROOT);
  });

  it("leads an odd last leaf to the root", () => {
    expect(toHex(rootOf(receipt(4, 2, [inner(left, right)]), 5))).toBe(ROOT);
  });
});

describe("checking my place", () => {
  it("finds an honest draw right", async () => {
    const check = await checkDraw(proof(), COMMITMENT);
    expect(check).toEqual({ committed: true, secret: true, member: true, place: true });
  });

  it("sees another secret than the one committed to before", async () => {
    expect((await checkDraw(proof(), "00".repeat(32)))?.committed).toBe(false);
  });

  it("does not claim what it did not note", async () => {
    expect((await checkDraw(proof(), null))?.committed).toBeNull();
  });

  it("sees a place that the draw did not give", async () => {
    const check = await checkDraw(proof({ receipt: { ...second, place: 1 } }), null);
    expect(check?.place).toBe(false);
  });

  it("sees a member that was not in the draw", async () => {
    const check = await checkDraw(proof({ receipt: { ...second, leaf: "00".repeat(16) } }), null);
    expect(check?.member).toBe(false);
  });

  it("has nothing to say to who came after the draw", async () => {
    const { receipt: _, ...without } = proof();
    expect(await checkDraw(without, null)).toBeNull();
  });
});
