import type { OrderProof } from "../core/schema_types";
import { sha256 } from "../join/sha256";

/** Each result is true, false, or null if there is nothing to compare with. */
export interface DrawCheck {
  /** The secret matches the commitment that this device stored before the draw. */
  committed: boolean | null;
  /** The revealed secret matches the published commitment. */
  secret: boolean;
  /** The guest is one of the members of the draw. */
  member: boolean;
  /** Repeating the shuffle gives the guest the same place. */
  place: boolean;
}

type Receipt = NonNullable<OrderProof["receipt"]>;

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function hash(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return sha256(whole);
}

const LEAF = Uint8Array.of(0);
const INNER = Uint8Array.of(1);

/** The Merkle root for a leaf. An odd last node moves up unchanged and has no sibling. */
export function rootOf({ leaf, index, path }: Receipt, memberCount: number): Uint8Array {
  let node = hash(LEAF, fromHex(leaf));
  let [at, width, step] = [index, memberCount, 0];
  while (width > 1) {
    const alone = at % 2 === 0 && at === width - 1;
    if (!alone) {
      const sibling = fromHex(path[step++] ?? "");
      node = at % 2 === 0 ? hash(INNER, node, sibling) : hash(INNER, sibling, node);
    }
    [at, width] = [Math.floor(at / 2), Math.ceil(width / 2)];
  }
  return node;
}

/** Uniform random numbers below a limit, four from each SHA-256(seed, counter). */
class Numbers {
  private block: DataView = new DataView(new ArrayBuffer(0));
  private next = 4;
  private counter = 0n;

  constructor(private readonly seed: Uint8Array) {}

  below(limit: number): number {
    const n = BigInt(limit);
    const fair = 2n ** 64n - (2n ** 64n % n);
    let value = this.word();
    while (value >= fair) value = this.word();
    return Number(value % n);
  }

  private word(): bigint {
    if (this.next === 4) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.counter++, true);
      this.block = new DataView(hash(this.seed, new Uint8Array(counter.buffer)).buffer);
      this.next = 0;
    }
    return this.block.getBigUint64(8 * this.next++, true);
  }
}

const SWAPS_AT_A_STRETCH = 2_000;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Entry p is the index of the member at place p + 1. */
export async function orderOf(seed: Uint8Array, count: number): Promise<Uint32Array> {
  const numbers = new Numbers(seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count; i > 1; i--) {
    const j = numbers.below(i);
    [order[i - 1], order[j]] = [order[j]!, order[i - 1]!];
    if (i % SWAPS_AT_A_STRETCH === 0) await pause();
  }
  return order;
}

/** Recomputes the guest's place. `noted` is the commitment that was stored before the draw. */
export async function checkDraw(
  proof: OrderProof,
  noted: string | null,
): Promise<DrawCheck | null> {
  const { secret, membersRoot, memberCount, commitment, receipt } = proof;
  if (!secret || !membersRoot || !memberCount || !commitment || !receipt) return null;
  const committed = toHex(sha256(fromHex(secret)));
  const root = rootOf(receipt, memberCount);
  const order = await orderOf(hash(fromHex(secret), root), memberCount);
  return {
    committed: noted === null ? null : committed === noted,
    secret: committed === commitment,
    member: toHex(root) === membersRoot,
    place: order[receipt.place - 1] === receipt.index,
  };
}
