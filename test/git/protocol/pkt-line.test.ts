// Pkt-lines are read from chunks of any size, and written.
import { describe, expect, test } from "vitest";
import { GitError } from "../../../src/git/git-error.ts";
import {
  dataPacket,
  delimiterPacket,
  flushPacket,
  lineText,
  MOST_DATA,
  PacketReader,
  responseEndPacket,
  sideband,
} from "../../../src/git/protocol/pkt-line.ts";

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Uint8Array | string, chunkSize = 3): Promise<string[]> {
  const reader = new PacketReader(inChunks(Buffer.from(bytes), chunkSize));
  const packets: string[] = [];
  for (let packet = await reader.read(); packet !== null; packet = await reader.read()) {
    packets.push(packet.kind === "data" ? `data ${Buffer.from(packet.data).toString("latin1")}` : packet.kind);
  }
  return packets;
}

describe.each([1, 2, 3, 5, 1000])("in chunks of %i bytes", (size) => {
  test.each([
    ["", []],
    ["0000", ["flush"]],
    ["0001", ["delimiter"]],
    ["0002", ["response_end"]],
    ["0004", ["data "]],
    ["0005a", ["data a"]],
    ["0006a\n", ["data a\n"]],
    ["000AABCDEF0000000aabcdef", ["data ABCDEF", "flush", "data abcdef"]],
    ["0014command=ls-refs\n00010009peel\n0000", ["data command=ls-refs\n", "delimiter", "data peel\n", "flush"]],
  ])("%j is read as %j", async (bytes, packets) => {
    expect(await readAll(bytes, size)).toEqual(packets);
  });

  test.each([
    ["0003", "bad line length 3"],
    ["fff1", "bad line length 65521"],
    ["ffff", "bad line length 65535"],
    ["00g0", "bad line length character"],
    ["-001", "bad line length character"],
    [" 004", "bad line length character"],
    ["PACK", "bad line length character"],
    ["00", "hung up"],
    ["000", "hung up"],
    ["0006a", "hung up"],
  ])("%j is refused: %s", async (bytes, message) => {
    await expect(readAll(bytes, size)).rejects.toThrow(GitError);
    await expect(readAll(bytes, size)).rejects.toThrow(message);
  });

  test("bytes behind the pkt-lines are passed on unchanged", async () => {
    const reader = new PacketReader(inChunks(Buffer.from("0006hi0000PACK0004\0rest"), size));
    await reader.read();
    expect(await reader.read()).toEqual({ kind: "flush" });
    const parts: Uint8Array[] = [];
    for await (const part of reader.rest()) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("PACK0004\0rest");
    expect(await reader.read()).toBe(null);
  });
});

test("the largest pkt-line is read, and its data is a copy", async () => {
  const bytes = Buffer.concat([Buffer.from("fff0"), Buffer.alloc(MOST_DATA, 7)]);
  const packet = await new PacketReader(inChunks(bytes, 70_000)).read();
  bytes.fill(0);
  expect(packet).toEqual({ kind: "data", data: new Uint8Array(MOST_DATA).fill(7) });
});

test("a stream is cancelled when its rest is not read to the end", async () => {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from("0000more")),
    cancel: () => {
      cancelled = true;
    },
  });
  const reader = new PacketReader(stream);
  expect(await reader.read()).toEqual({ kind: "flush" });
  for await (const part of reader.rest()) {
    expect(Buffer.from(part).toString()).toBe("more");
    break;
  }
  expect(cancelled).toBe(true);
});

test("reading beyond the limit of bytes fails", async () => {
  const reader = new PacketReader(inChunks(Buffer.from("0006hi".repeat(10)), 4), 20);
  const readMany = async () => {
    for (;;) await reader.read();
  };
  await expect(readMany()).rejects.toThrow("more than 20 bytes before the pack");
});

test("an error of the stream is passed on", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("00");
    throw new TypeError("connection lost");
  }
  await expect(new PacketReader(broken()).read()).rejects.toThrow(TypeError);
});

test("pkt-lines are written", () => {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  expect([flushPacket(), delimiterPacket(), responseEndPacket()].map(text)).toEqual(["0000", "0001", "0002"]);
  expect([dataPacket("a\n"), dataPacket(""), dataPacket("\u00e9")].map(text)).toEqual([
    "0006a\n",
    "0004",
    "0006\xc3\xa9",
  ]);
  expect(text(dataPacket(new Uint8Array(MOST_DATA))).slice(0, 4)).toBe("fff0");
  expect(() => dataPacket(new Uint8Array(MOST_DATA + 1))).toThrow("65517");
  expect(lineText(Buffer.from("text \n"))).toBe("text ");
});

test.each([
  ["side-band-64k", 65515],
  ["side-band", 995],
] as const)("%s is split into pkt-lines of %i bytes", async (kind, room) => {
  const data = Buffer.alloc(room * 2 + 1, 120);
  const packets = await readAll(sideband(1, data, kind), 10_000);
  expect(packets.map((packet) => packet.length - "data ".length)).toEqual([room + 1, room + 1, 2]);
  expect(packets.every((packet) => packet.startsWith("data \x01x"))).toBe(true);
  expect(await readAll(sideband(2, "note\n", kind))).toEqual(["data \x02note\n"]);
  expect(sideband(3, "", kind).length).toBe(0);
});
