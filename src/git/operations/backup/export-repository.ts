// Exports a whole repository: a bundle with all objects and refs, and what a bundle has no place for.
import { byteStream } from "../../archive/byte-stream.ts";
import { type Oid, oidFrom } from "../../objects/oid.ts";
import { writePack } from "../../pack/write-pack.ts";
import type { Ref } from "../../repository/ref-store.ts";
import type { Repository } from "../../repository/repository.ts";
import { listUploads } from "../../repository/uploads.ts";
import { inSlices } from "../../slices.ts";
import { allObjects } from "../../transport/outgoing-objects.ts";
import { headOid } from "../../transport/shown-refs.ts";

export interface RepositoryState {
  /** `refs/heads/main`, which may not exist; null until the first push of a branch. */
  readonly head: string | null;
  readonly protected_branches: readonly ProtectedBranch[];
  /** The merge requests that were merged here, so that each is merged only once. */
  readonly merges: readonly { readonly merge_request_id: number; readonly commit: Oid }[];
  /** Their content is exported by itself. Absent in archives of older servers. */
  readonly uploads?: readonly { readonly secret: string; readonly name: string }[];
}

export interface ProtectedBranch {
  readonly name: string;
  readonly developers_can_push: boolean;
  readonly developers_can_merge: boolean;
}

/**
 * The state of one moment as a line of JSON, then a bundle as `git bundle` makes it (gitformat-bundle(5), version 2).
 * No bundle follows for a repository without objects.
 */
export async function exportRepository(repository: Repository): Promise<ReadableStream<Uint8Array>> {
  // The refs come first: objects that are accepted later do no harm.
  const line = `${JSON.stringify(stateOf(repository))}\n`;
  const header = bundleHeader(repository.refs.list(), headOid(repository));
  const { count, objects } = await inSlices(allObjects(repository));
  const encoder = new TextEncoder();
  return byteStream(
    (function* () {
      yield encoder.encode(line);
      if (count === 0) return;
      yield encoder.encode(header);
      yield* writePack(count, objects);
    })(),
  );
}

function stateOf(repository: Repository): RepositoryState {
  const { refs, protectedBranches, sql } = repository;
  const branches = [...protectedBranches.all()].map(([name, { developersCanPush, developersCanMerge }]) => ({
    name,
    developers_can_push: developersCanPush,
    developers_can_merge: developersCanMerge,
  }));
  const merges = sql
    .rows<{ merge_request_id: number; oid: ArrayBuffer }>("select * from merges order by merge_request_id")
    .map(({ merge_request_id, oid }) => ({ merge_request_id, commit: oidFrom(new Uint8Array(oid)) }));
  const uploads = listUploads(repository).map(({ secret, name }) => ({ secret, name }));
  return { head: refs.head, protected_branches: branches, merges, ...(uploads.length > 0 && { uploads }) };
}

function bundleHeader(refs: readonly Ref[], head: Oid | null): string {
  const lines = refs.map(({ oid, name }) => `${oid} ${name}\n`);
  // A clone of the bundle checks HEAD out.
  return `# v2 git bundle\n${lines.join("")}${head === null ? "" : `${head} HEAD\n`}\n`;
}
