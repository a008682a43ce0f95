// Reads archives, to compare them.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveFile } from "../../scripts/backup/archive-file.ts";
import { memberKind, type Row, rowsIn } from "../../scripts/backup/format.ts";
import { run } from "../support/programs.ts";

export interface ArchiveContents {
  /** By table. */
  readonly rows: Readonly<Record<string, Row[]>>;
  /** By project id: state, refs and the ids of all objects. */
  readonly repositories: Readonly<Record<string, unknown>>;
}

export async function contentsOf(path: string): Promise<ArchiveContents> {
  const file = await ArchiveFile.open(path, "r");
  const rows: Record<string, Row[]> = {};
  const repositories: Record<string, unknown> = {};
  for (const member of file.members) {
    const kind = memberKind(member.name);
    const chunks: Buffer[] = [];
    for await (const chunk of file.stream(member)) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (kind?.kind === "rows") rows[kind.table] = [...(rows[kind.table] ?? []), ...rowsIn(content.toString())];
    else if (kind?.kind === "state") repositories[`${kind.projectId} state`] = JSON.parse(content.toString());
    else if (kind?.kind === "bundle") repositories[`${kind.projectId} bundle`] = await cloneOf(content);
  }
  await file.close();
  return { rows, repositories };
}

/** By hash of the bundle: archives of one instance have equal ones. */
const clones = new Map<string, Promise<unknown>>();

function cloneOf(bundle: Buffer): Promise<unknown> {
  const hash = createHash("sha256").update(bundle).digest("hex");
  const clone = clones.get(hash) ?? unbundled(bundle);
  clones.set(hash, clone);
  return clone;
}

/** The refs and objects that git finds in a bundle, which needs no others. */
async function unbundled(bundle: Buffer): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "tributary-bundle-"));
  const git = async (...args: string[]) => {
    const { status, stdout, stderr } = await run("git", args, {
      cwd: folder,
      environment: { GIT_CONFIG_NOSYSTEM: "1" },
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
    return stdout.toString();
  };
  try {
    writeFileSync(join(folder, "all.bundle"), bundle);
    await git("init", "--quiet", "--bare", "repository.git");
    const at = ["-C", "repository.git"];
    const refs = await git(...at, "bundle", "unbundle", "../all.bundle");
    const objects = await git(...at, "cat-file", "--batch-all-objects", "--batch-check");
    return { refs: refs.split("\n").sort(), objects: objects.split("\n").sort() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
