// Header lines of commits and tags: a name, a space, a value; continuation lines of a value begin with a space.
import { Buffer } from "node:buffer";
import { asBuffer, type ByteString } from "./byte-string.ts";

export type Header = readonly [name: string, value: string];

export interface Headers {
  readonly lines: readonly (readonly [name: ByteString, value: ByteString])[];
  /** Index of the message: behind the empty line, or the end of the content without one. */
  readonly bodyStart: number;
}

export function readHeaders(content: Uint8Array): Headers {
  const buffer = asBuffer(content);
  const blank = buffer.indexOf("\n\n");
  const text = buffer.toString("latin1", 0, blank < 0 ? content.length : blank);
  const lines: [string, string][] = [];
  for (const line of text.split("\n")) {
    const last = lines.at(-1);
    if (line.startsWith(" ") && last !== undefined) last[1] += `\n${line.slice(1)}`;
    else if (line !== "" || blank >= 0) lines.push(splitLine(line));
  }
  return { lines, bodyStart: blank < 0 ? content.length : blank + 2 };
}

function splitLine(line: string): [string, string] {
  const space = line.indexOf(" ");
  return space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
}

export const writeHeader = ([name, value]: Header): string => `${name} ${value.replaceAll("\n", "\n ")}\n`;

/** Decodes bytes in the encoding that a commit names; UTF-8 without one and for an unknown one. */
export function textDecoder(encoding: string | undefined): (bytes: ByteString) => string {
  const decoder = encoding === undefined ? utf8 : decoderFor(encoding);
  return (bytes) => decoder.decode(Buffer.from(bytes, "latin1"));
}

const utf8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: false, ignoreBOM: true });
  } catch {
    return utf8; // RangeError: unknown encoding
  }
}
