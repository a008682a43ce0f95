// Repositories built in memory, object by object, and pushed as one pack; git and a working tree would take minutes.
import { Buffer } from "node:buffer";
import { hashObject } from "../../src/git/objects/hash.ts";
import type { ObjectType, Oid } from "../../src/git/objects/oid.ts";
import { fileMode, serialiseTree, type TreeEntry } from "../../src/git/objects/tree.ts";
import { type RawCommand, rawPush } from "../api/git/raw-push.ts";
import { packOf, typeNumbers, wholeEntry } from "../git/pack/pack-bytes.ts";
import { type Actor, createUser } from "../support/actors.ts";
import { createProject, type Project } from "../support/factories.ts";

const FIRST_COMMIT = 1_500_000_000;

export class PackedObjects {
  readonly #entries = new Map<Oid, Buffer>();
  #commits = 0;

  get size(): number {
    return this.#entries.size;
  }

  add(type: ObjectType, content: Uint8Array): Oid {
    const oid = hashObject(type, content);
    if (!this.#entries.has(oid)) this.#entries.set(oid, wholeEntry(content, typeNumbers[type]));
    return oid;
  }

  blob(content: Uint8Array | string): Oid {
    return this.add("blob", Buffer.from(content));
  }

  tree(entries: Iterable<TreeEntry>): Oid {
    return this.add("tree", serialiseTree(entries));
  }

  /** A tree of files only, by name. */
  files(files: Readonly<Record<string, Uint8Array | string>>): Oid {
    return this.tree(Object.entries(files).map(([name, content]) => file(name, this.blob(content))));
  }

  /** `levels` levels of trees with ten equal entries each: ten to the power of `levels` paths. */
  treeBomb(levels: number, content: Uint8Array | string): Oid {
    const names = Array.from({ length: 10 }, (_, index) => `l${index}`);
    let entries = names.map((name) => file(name, this.blob(content)));
    for (let level = 1; level < levels; level++) {
      const oid = this.tree(entries);
      entries = names.map((name) => ({ mode: fileMode.tree, name, oid }));
    }
    return this.tree(entries);
  }

  /** One second after the previous commit. */
  commit(tree: Oid, parents: readonly Oid[] = [], message = "Change\n"): Oid {
    const person = `A U Thor <author@example.com> ${FIRST_COMMIT + this.#commits++} +0000`;
    const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
    const text = [...lines, `author ${person}`, `committer ${person}`, "", message].join("\n");
    return this.add("commit", Buffer.from(text));
  }

  pack(): Buffer {
    return packOf([...this.#entries.values()]);
  }
}

export const file = (name: string, oid: Oid): TreeEntry => ({ mode: fileMode.regular, name, oid });

export interface PushedProject {
  readonly owner: Actor;
  readonly project: Project;
  /** `/projects/7/repository` */
  readonly repository: string;
}

/** A public project of a new user with these branches. */
export async function pushObjects(
  objects: PackedObjects,
  branches: Readonly<Record<string, Oid>>,
): Promise<PushedProject> {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await push(owner, project, objects, branches);
  return { owner, project, repository: `/projects/${project.id}/repository` };
}

async function push(owner: Actor, project: Project, objects: PackedObjects, branches: Readonly<Record<string, Oid>>) {
  const commands: RawCommand[] = Object.entries(branches).map(([name, after]) => ({
    name: `refs/heads/${name}`,
    after,
  }));
  const { report, fatal } = await rawPush(owner, project, commands, { pack: objects.pack() });
  const refused = report.filter((line) => line !== "unpack ok" && !line.startsWith("ok "));
  if (fatal !== null || refused.length > 0) throw new Error(`The push failed: ${fatal ?? refused.join("\n")}`);
}
