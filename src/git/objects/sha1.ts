// SHA-1 (FIPS 180-4) of short messages: for these, calling into the platform's takes several times as long.

/** Bytes of a body. Longer messages are faster in the platform's. */
export const MOST_SHORT = 1024;

/** Bytes of a head. */
export const MOST_HEAD = 32;
const BLOCK = 64;
/** The message, the bit 1, and its length in bits at the end of a block. */
const padded = new Uint8Array(MOST_HEAD + MOST_SHORT + BLOCK + 9);
const paddedView = new DataView(padded.buffer);
const words = new Int32Array(80);
const state = new Int32Array(5);

/**
 * @param head at most {@link MOST_HEAD} characters below 128
 * @param body at most {@link MOST_SHORT} bytes
 */
export function shortSha1(head: string, body: Uint8Array): Uint8Array {
  const length = head.length + body.length;
  const end = Math.ceil((length + 9) / BLOCK) * BLOCK;
  for (let at = 0; at < head.length; at++) padded[at] = head.charCodeAt(at);
  padded.set(body, head.length);
  padded[length] = 0x80;
  padded.fill(0, length + 1, end - 2);
  padded[end - 2] = (length * 8) >>> 8;
  padded[end - 1] = length * 8;
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  state[4] = 0xc3d2e1f0;
  for (let at = 0; at < end; at += BLOCK) addBlock(at);
  const digest = new Uint8Array(20);
  for (let at = 0; at < 20; at++) digest[at] = (state[at >> 2] ?? 0) >>> (24 - 8 * (at & 3));
  return digest;
}

function addBlock(start: number): void {
  for (let word = 0; word < 16; word++) {
    words[word] = paddedView.getInt32(start + 4 * word);
  }
  for (let word = 16; word < 80; word++) {
    const mixed = (words[word - 3] ?? 0) ^ (words[word - 8] ?? 0) ^ (words[word - 14] ?? 0) ^ (words[word - 16] ?? 0);
    words[word] = (mixed << 1) | (mixed >>> 31);
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  // Four loops, because choosing the function in each round costs half as much again.
  for (let round = 0; round < 20; round++) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (~b & d)) + e + (words[round] ?? 0) + 0x5a827999) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let round = 20; round < 40; round++) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + (words[round] ?? 0) + 0x6ed9eba1) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let round = 40; round < 60; round++) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (b & d) | (c & d)) + e + (words[round] ?? 0) - 0x70e44324) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let round = 60; round < 80; round++) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + (words[round] ?? 0) - 0x359d3e2a) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
}
