// Zlib streams whose blocks are stored, not compressed: made without a compressor, which takes 260 KB for each object.

/** A stored block has at most 65,535 bytes. */
const MOST = 0xffff;

/** A zlib stream that inflates to `content` (RFC 1950 and 1951). */
export function stored(content: Uint8Array): Buffer {
  const blocks = Math.max(1, Math.ceil(content.length / MOST));
  const stream = Buffer.allocUnsafe(2 + 5 * blocks + content.length + 4);
  stream.writeUInt16BE(0x7801);
  let at = 2;
  for (let block = 0; block < blocks; block++) {
    const part = content.subarray(block * MOST, (block + 1) * MOST);
    stream[at] = block === blocks - 1 ? 1 : 0;
    stream.writeUInt16LE(part.length, at + 1);
    stream.writeUInt16LE(part.length ^ MOST, at + 3);
    stream.set(part, at + 5);
    at += 5 + part.length;
  }
  stream.writeUInt32BE(adler32(content), at);
  return stream;
}

/** Sums of so many bytes stay exact in 32 bits. */
const BYTES_PER_REMAINDER = 5_552;

function adler32(bytes: Uint8Array): number {
  let [sum, sums] = [1, 0];
  for (let from = 0; from < bytes.length; from += BYTES_PER_REMAINDER) {
    const end = Math.min(from + BYTES_PER_REMAINDER, bytes.length);
    for (let at = from; at < end; at++) {
      sum += bytes[at] ?? 0;
      sums += sum;
    }
    sum %= 65_521;
    sums %= 65_521;
  }
  return (sums * 65_536 + sum) >>> 0;
}
