import { sha256 } from "./sha256";

/** Maximum time of uninterrupted work. It is too short to be noticed. */
const STRETCH_MS = 12;
const LOOK_EVERY = 64;

export function zeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    bits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return bits;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Finds a decimal number for which SHA-256(challenge ":" number) begins with `difficulty` zero
 * bits.
 */
export async function solve(challenge: string, difficulty: number): Promise<string> {
  const encoder = new TextEncoder();
  let until = performance.now() + STRETCH_MS;
  for (let nonce = 0; ; nonce++) {
    const digest = sha256(encoder.encode(`${challenge}:${nonce}`));
    if (zeroBits(digest) >= difficulty) return String(nonce);
    if (nonce % LOOK_EVERY !== 0 || performance.now() < until) continue;
    await pause();
    until = performance.now() + STRETCH_MS;
  }
}
