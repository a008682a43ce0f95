// Imports a repository from its bundle: as it is if one request can hold it, else in parts that git makes of it.
import { Readable } from "node:stream";
import type { RepositoryState } from "../../src/git/operations/backup/export-repository.ts";
import { type BundleHeader, readBundleHeader } from "./bundle.ts";
import { bundleName, stateName, uploadName } from "./format.ts";
import type { ImportOptions, Prepared } from "./import.ts";
import { packsOf } from "./packs.ts";
import type { ArchiveContent } from "./read-archive.ts";
import { Refused, type ServerClient } from "./server-client.ts";

/** All refs of a repository are set in requests of this many. */
const REFS_AT_ONCE = 5_000;
/** Bytes of a request, as src/git/pack/limits.ts has them. */
const MOST_BYTES = 90 * 1024 * 1024;

/** @throws Failure */
export async function importRepository(
  content: ArchiveContent,
  server: ServerClient,
  { id, mapping, mostBytes = MOST_BYTES }: Pick<Prepared, "id" | "mapping"> & Pick<ImportOptions, "mostBytes">,
  projectId: number,
): Promise<void> {
  const project = mapping.id("projects", projectId);
  if (project === null) return;
  const path = `/-/backup/imports/${id}/repositories/${project}`;
  const state: RepositoryState = JSON.parse((await content.file.read(stateName(projectId))) ?? "null");
  const header = await importBundle(content, projectId, mostBytes, (pack) =>
    server.post(`${path}/objects`, streamOf(pack)),
  );
  for (const { secret, name } of state.uploads ?? []) {
    const upload = content.file.members.find((member) => member.name === uploadName(projectId, secret));
    if (upload === undefined) continue;
    await server.post(
      `${path}/uploads/${secret}/${encodeURIComponent(name)}`,
      streamOf(content.file.stream(upload, 0)),
    );
  }
  const merges = state.merges.flatMap(({ merge_request_id, commit }) => {
    const mapped = mapping.id("merge_requests", merge_request_id);
    return mapped === null ? [] : [{ merge_request_id: mapped, commit }];
  });
  let refs = header.refs;
  for (; refs.length > REFS_AT_ONCE; refs = refs.slice(REFS_AT_ONCE)) {
    await server.post(`${path}/refs`, JSON.stringify({ refs: refs.slice(0, REFS_AT_ONCE), state: null }));
  }
  await server.post(`${path}/refs`, JSON.stringify({ refs, state: { ...state, merges } }));
}

async function importBundle(
  { file }: ArchiveContent,
  projectId: number,
  mostBytes: number,
  send: (pack: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<BundleHeader> {
  const bundle = file.members.find(({ name }) => name === bundleName(projectId));
  if (bundle === undefined) return { refs: [], packAt: 0 };
  const header = await readBundleHeader(file, bundle);
  try {
    if (bundle.size - header.packAt <= mostBytes) {
      await send(file.stream(bundle, header.packAt));
      return header;
    }
  } catch (error) {
    // Too many objects or commits for one push.
    if (!(error instanceof Refused) || !/at most|the most/.test(error.message)) throw error;
  }
  for await (const pack of packsOf(file.stream(bundle, header.packAt), mostBytes)) await send(pack);
  return header;
}

/** The types of Workers, which this project is checked with, lack `from`. */
const streamOf = (chunks: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(chunks)) as unknown as ReadableStream<Uint8Array>;
