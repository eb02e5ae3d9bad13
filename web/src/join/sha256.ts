/**
 * A synchronous SHA-256. The browser's implementation is asynchronous, which costs a task for each
 * of many thousand hashes, and does not exist on a page without TLS.
 */
const ROUNDS = 64;
const BLOCK = 64;

const firstBits = (root: number): number => (root - Math.floor(root)) * 2 ** 32;

const [START, K] = (() => {
  const start = new Int32Array(8);
  const constants = new Int32Array(ROUNDS);
  let count = 0;
  for (let n = 2; count < ROUNDS; n++) {
    let prime = true;
    for (let i = 2; i * i <= n; i++) if (n % i === 0) prime = false;
    if (!prime) continue;
    if (count < 8) start[count] = firstBits(Math.sqrt(n));
    constants[count++] = firstBits(Math.cbrt(n));
  }
  return [start, constants] as const;
})();

const words = new Int32Array(ROUNDS);
const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

function expand(block: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(at + i * 4);
  for (let i = 16; i < ROUNDS; i++) {
    const a = words[i - 15]!;
    const b = words[i - 2]!;
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0;
  }
}

function mix(state: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as number[] as [
    number, number, number, number, number, number, number, number,
  ];
  for (let i = 0; i < ROUNDS; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + words[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = state[i]! + mixed[i]!;
}

function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / BLOCK);
  const bytes = new Uint8Array(blocks * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, message.length * 8);
  return view;
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = START.slice();
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    expand(view, at);
    mix(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(i * 4, word));
  return new Uint8Array(digest.buffer);
}
