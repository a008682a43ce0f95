// The end of a zlib stream is found, although packs do not contain its length.
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { inflateAll, inflatePrefix } from "../../../src/git/pack/inflate.ts";
import { Random } from "../random.ts";

const noise = (size: number) => Buffer.from(random.bytes(size));
const random = new Random(7);

test.each<[what: string, follower: (stream: Buffer) => Buffer]>([
  ["nothing", () => Buffer.alloc(0)],
  ["zeros", () => Buffer.alloc(200)],
  ["noise", () => noise(3000)],
  ["itself", (stream) => stream],
  ["its own checksum", (stream) => stream.subarray(-4)],
  ["half of its own checksum", (stream) => stream.subarray(-4, -2)],
])("the end of a stream is found before %s", (_, follower) => {
  for (const size of [0, 1, 100, 8191, 8192, 8193, 30_000]) {
    for (const content of [Buffer.alloc(size, 255), Buffer.alloc(size, "some text "), noise(size)]) {
      for (const level of [0, 1, 9]) {
        const stream = deflateSync(content, { level });
        const read = inflatePrefix(Buffer.concat([stream, follower(stream)]), size);
        expect(read.used).toBe(stream.length);
        expect(Buffer.compare(read.content, content)).toBe(0);
      }
    }
  }
});

test("the end of a stream is found if its content contains its checksum", () => {
  const checksum = Buffer.from("639b0198", "hex");
  const content = Buffer.concat([checksum, Buffer.alloc(60)]);
  const stream = deflateSync(content, { level: 0 });
  expect(stream.subarray(-4)).toEqual(checksum);
  expect(inflatePrefix(Buffer.concat([stream, Buffer.alloc(50)]), content.length).used).toBe(stream.length);
});

test("a stored stream with trailing bytes is refused, even if they repeat its checksum", () => {
  const stream = deflateSync("content");
  const longer = Buffer.concat([stream, stream.subarray(-4)]);
  expect(() => inflateAll([longer], longer.length, 7)).toThrow("has more bytes than it needs");
});
