// The command `ls-refs` of protocol version 2: lists refs.

import { dataPacket, flushPacket } from "../protocol/pkt-line.ts";
import type { Ref } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { unexpectedLine } from "./fetch-request.ts";
import { headOid, shownRefs } from "./shown-refs.ts";

/** With more prefixes, git also returns all refs. */
const MOST_PREFIXES = 1000;

/**
 * @param lines arguments of the command
 * @throws GitError for an unknown one
 */
export function listRefs(repository: Repository, lines: readonly string[]): Uint8Array[] {
  const unknown = lines.find((line) => !switches.has(line) && !line.startsWith(PREFIX));
  if (unknown !== undefined) throw unexpectedLine(unknown);
  const prefixes = lines.filter((line) => line.startsWith(PREFIX)).map((line) => line.slice(PREFIX.length));
  const isRequested = (name: string) =>
    prefixes.length === 0 || prefixes.length > MOST_PREFIXES || prefixes.some((prefix) => name.startsWith(prefix));
  const head = isRequested("HEAD") ? headLine(repository, lines) : [];
  const withPeeled = lines.includes("peel");
  const refs = shownRefs(repository).filter(({ name }) => isRequested(name));
  return [...[...head, ...refs.map((ref) => refLine(ref, withPeeled))].map(dataPacket), flushPacket()];
}

const PREFIX = "ref-prefix ";
const switches: ReadonlySet<string> = new Set(["peel", "symrefs", "unborn"]);

function headLine(repository: Repository, lines: readonly string[]): string[] {
  const { head } = repository.refs;
  const oid = headOid(repository);
  if (head === null || (oid === null && !lines.includes("unborn"))) return [];
  const target = lines.includes("symrefs") || oid === null ? ` symref-target:${head}` : "";
  return [`${oid ?? "unborn"} HEAD${target}\n`];
}

const refLine = ({ name, oid, peeled }: Ref, withPeeled: boolean): string =>
  `${oid} ${name}${withPeeled && peeled !== null ? ` peeled:${peeled}` : ""}\n`;
