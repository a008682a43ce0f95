// Bundles of git, version 2 (gitformat-bundle(5)): the refs, then a pack.
import { Buffer } from "node:buffer";
import { Failure } from "../failure.ts";
import type { ArchiveFile, Member } from "./archive-file.ts";

export interface BundleHeader {
  /** Without HEAD. */
  readonly refs: readonly { readonly name: string; readonly oid: string }[];
  /** Position of the pack in the bundle. */
  readonly packAt: number;
}

const SIGNATURE = "# v2 git bundle\n";
/** Bytes: a million refs. */
const MOST_HEADER = 256 * 1024 * 1024;

/** @throws Failure for a bundle that needs other objects, or is none */
export async function readBundleHeader(file: ArchiveFile, bundle: Member): Promise<BundleHeader> {
  let read: Buffer = Buffer.alloc(0);
  let end = -1;
  for await (const chunk of file.stream(bundle)) {
    const before = Math.max(0, read.length - 1);
    read = Buffer.concat([read, chunk]);
    end = read.indexOf("\n\n", before);
    if (end !== -1 || read.length > MOST_HEADER) break;
  }
  const text = read.toString("utf8", 0, end + 1);
  if (end === -1 || !text.startsWith(SIGNATURE)) throw new Failure(`${bundle.name} is no git bundle of version 2.`);
  const refs = text
    .slice(SIGNATURE.length)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => refIn(line, bundle.name));
  return { refs: refs.filter(({ name }) => name !== "HEAD"), packAt: Buffer.byteLength(text) + 1 };
}

function refIn(line: string, bundle: string): { name: string; oid: string } {
  const [, oid = "", name = ""] = /^([0-9a-f]{40}) (.+)$/.exec(line) ?? [];
  if (name === "") throw new Failure(`${bundle} has a line that is no ref, or needs objects that it does not have.`);
  return { name, oid };
}
