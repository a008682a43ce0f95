// Moves refs, for pushes, API commits and merges alike: permission checks, compare-and-swap, events.
import { finish } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { isAncestor } from "../history/ancestors.ts";
import type { ObjectType, Oid } from "../objects/oid.ts";
import { parseTagLink } from "../objects/tag.ts";
import { deletedRefProblem, pushedRefProblem, type RefName, refNameTexts } from "../refs/ref-name.ts";
import { type CurrentRefs, currentRefs } from "./current-refs.ts";
import { mayMerge, mayPush, type Protection } from "./protected-branches.ts";
import { BRANCHES, TAGS } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

/** The user who pushes. */
export interface Pusher {
  readonly userId: number;
  /** Access level on the project: 30 developer, 40 master, 50 owner and administrators. */
  readonly level: number;
}

export interface RefUpdate {
  readonly name: RefName;
  /** Expected current value; null for a ref that must not exist. */
  readonly before: Oid | null;
  /** Null to delete the ref. */
  readonly after: Oid | null;
}

export type RefRefusalReason =
  | "bad_name"
  | "name_conflict"
  | "repeated"
  /** The ref does not have the expected value. */
  | "stale"
  | "no_such_object"
  | "not_a_commit"
  /** The pusher's access level is too low. */
  | "not_allowed"
  /** Not allowed on a protected branch at any level. */
  | "protected"
  | "default_branch"
  /** Another update of the same atomic push was refused. */
  | "atomic";

export interface RefRefusal {
  readonly reason: RefRefusalReason;
  /** Shown to the pusher. */
  readonly text: string;
}

export interface RefResult {
  readonly name: RefName;
  /** Null if the ref was updated. */
  readonly refusal: RefRefusal | null;
}

export interface RefChange {
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly updates: readonly RefUpdate[];
  /** True to apply all updates or none; otherwise a refused update does not affect the others. */
  readonly atomic: boolean;
  /** With `push`, only masters may change existing tags. `merge` requires the permission to merge into the branch. */
  readonly via: "push" | "api" | "merge";
  /** Adds the objects that the refs will reach, in the same transaction. */
  readonly addObjects?: () => void;
}

const MASTER = 40;
const DEVELOPER = 30;

/** Results in the order of the updates. If all updates are refused, the objects are not added either. */
export function updateRefs(repository: Repository, change: RefChange): RefResult[] {
  let results: RefResult[] = [];
  try {
    repository.sql.transaction(() => {
      change.addObjects?.();
      results = new RefTransaction(repository, change).run();
      const isRefused = ({ refusal }: RefResult) => refusal !== null;
      if (change.atomic ? results.some(isRefused) : results.every(isRefused)) throw new Undo();
      repository.operation?.record();
    });
  } catch (error) {
    repository.commits.forget();
    repository.objects.forget();
    if (!(error instanceof Undo)) throw error;
    return change.atomic ? results.map(asAtomic) : results;
  }
  return results;
}

/** Rolls the transaction back. */
class Undo extends Error {}

const refuse = (reason: RefRefusalReason, text: string): RefRefusal => ({ reason, text });

const asAtomic = ({ name, refusal }: RefResult): RefResult => ({
  name,
  refusal: refusal ?? refuse("atomic", "atomic push failed: another ref was refused"),
});

class RefTransaction {
  readonly #repository: Repository;
  readonly #change: RefChange;
  readonly #isFirst: boolean;
  readonly #repeated: ReadonlySet<RefName>;
  readonly #refs: CurrentRefs;
  readonly #protections: ReadonlyMap<string, Protection>;
  /** By id of a new ref value: its type, and the object that an annotated tag leads to. */
  readonly #targets = new Map<Oid, Target | null>();

  constructor(repository: Repository, change: RefChange) {
    this.#repository = repository;
    this.#change = change;
    this.#isFirst = repository.refs.head === null;
    this.#repeated = repeatedNames(change.updates);
    this.#refs = currentRefs(repository.refs, change.updates.length);
    this.#protections = repository.protectedBranches.all();
  }

  run(): RefResult[] {
    const { updates } = this.#change;
    const results = new Map<RefUpdate, RefResult>();
    // Deletions first, because a deleted ref cannot conflict with a new one.
    for (const update of [...updates.filter(isDeletion), ...updates.filter((one) => !isDeletion(one))]) {
      const refusal = this.#refusal(update);
      if (refusal === null) this.#apply(update);
      results.set(update, { name: update.name, refusal });
    }
    const done = updates.filter((update) => results.get(update)?.refusal === null && update.before !== update.after);
    this.#refs.store();
    if (this.#isFirst) this.#chooseHead(done);
    this.#recordEvents(done);
    return updates.flatMap((update) => results.get(update) ?? []);
  }

  #refusal(update: RefUpdate): RefRefusal | null {
    const { name, before, after } = update;
    const problem = after === null ? deletedRefProblem(name) : pushedRefProblem(name);
    if (problem !== null) return refuse("bad_name", refNameTexts[problem]);
    if (this.#repeated.has(name)) {
      return refuse("repeated", "multiple updates for ref not allowed");
    }
    if (this.#refs.oid(name) !== before) return refuse("stale", "failed to update ref: it has moved meanwhile");
    return this.#unusable(update) ?? this.#forbidden(update);
  }

  #unusable({ name, before, after }: RefUpdate): RefRefusal | null {
    if (after === null) return null;
    const found = this.#target(after);
    if (found === null) return refuse("no_such_object", `missing necessary objects: ${after}`);
    if (name.startsWith(BRANCHES) && found.type !== "commit") {
      return refuse("not_a_commit", `a branch must be a commit, and ${after} is a ${found.type}`);
    }
    if (before !== null) return null;
    const taken = this.#refs.conflictingWith(name);
    return taken === null ? null : refuse("name_conflict", `'${taken}' exists; cannot create '${name}'`);
  }

  #forbidden({ name, before, after }: RefUpdate): RefRefusal | null {
    const { level } = this.#change.pusher;
    if (level < DEVELOPER) return refuse("not_allowed", "You are not allowed to push code to this project.");
    if (name.startsWith(TAGS)) {
      const isForMasters = before !== null && this.#change.via === "push" && level < MASTER;
      return isForMasters
        ? refuse("not_allowed", "You are not allowed to change existing tags on this project.")
        : null;
    }
    return name.startsWith(BRANCHES) ? this.#forbiddenBranch(name, before, after) : null;
  }

  #forbiddenBranch(name: RefName, before: Oid | null, after: Oid | null): RefRefusal | null {
    const { refs } = this.#repository;
    const protection = this.#protections.get(name.slice(BRANCHES.length));
    if (protection !== undefined) {
      if (after === null && before !== null) {
        return refuse("protected", "You are not allowed to delete protected branches from this project.");
      }
      if (before !== null && after !== null && !this.#isForward(before, after)) {
        return refuse("protected", "You are not allowed to force push code to a protected branch on this project.");
      }
      const may = this.#change.via === "merge" ? mayMerge : mayPush;
      if (!may(this.#change.pusher.level, protection)) {
        return refuse("not_allowed", "You are not allowed to push code to protected branches on this project.");
      }
    }
    if (after === null && name === refs.head)
      return refuse("default_branch", "deletion of the default branch prohibited");
    return null;
  }

  #target(oid: Oid): Target | null {
    const known = this.#targets.get(oid);
    if (known !== undefined) return known;
    const type = this.#repository.objects.find(oid)?.type;
    const target = type === undefined ? null : { type, peeled: peeled(this.#repository, oid) };
    this.#targets.set(oid, target);
    return target;
  }

  #isForward(before: Oid, after: Oid): boolean {
    return finish(isAncestor(this.#repository.commits, before, after));
  }

  #apply({ name, before, after }: RefUpdate): void {
    if (before === after) return;
    if (after === null) this.#refs.delete(name);
    else this.#refs.set({ name, oid: after, peeled: this.#target(after)?.peeled ?? null });
  }

  /** Sets HEAD after the first push of branches to master, else main, else the first one, and protects that branch. */
  #chooseHead(done: readonly RefUpdate[]): void {
    const names = done.filter(({ name, after }) => name.startsWith(BRANCHES) && after !== null).map(({ name }) => name);
    const head = names.find((name) => name === "refs/heads/master") ?? names.find((name) => name === "refs/heads/main");
    const chosen = head ?? names[0];
    if (chosen === undefined) return;
    this.#repository.refs.setHead(chosen);
    this.#repository.protectedBranches.protect(chosen.slice(BRANCHES.length), {
      developersCanPush: false,
      developersCanMerge: false,
    });
  }

  #recordEvents(done: readonly RefUpdate[]): void {
    const { outbox, refs } = this.#repository;
    const { pusher, at } = this.#change;
    const { defaultBranch } = refs;
    const common = { userId: pusher.userId, at, defaultBranch };
    outbox.addAll(done.map(({ name, before, after }) => ({ kind: "push", ref: name, before, after, ...common })));
  }
}

interface Target {
  readonly type: ObjectType;
  readonly peeled: Oid | null;
}

function repeatedNames(updates: readonly RefUpdate[]): Set<RefName> {
  const met = new Set<RefName>();
  const repeated = new Set<RefName>();
  for (const { name } of updates) {
    if (met.has(name)) repeated.add(name);
    met.add(name);
  }
  return repeated;
}

const isDeletion = ({ after }: RefUpdate): boolean => after === null;

/** Longest chain of tags. */
export const MOST_TAGS = 100;

/** The object that an annotated tag leads to; null for no tag. @throws GitError for too long a chain of tags */
export function peeled({ objects }: Repository, oid: Oid): Oid | null {
  let [at, type]: [Oid, ObjectType | undefined] = [oid, objects.find(oid)?.type];
  if (type !== "tag") return null;
  for (let tags = 1; type === "tag"; tags++) {
    if (tags > MOST_TAGS) throw new GitError("limit", `The tag ${oid} is a tag of more than ${MOST_TAGS} others.`);
    const object = objects.read(at);
    if (object === null) throw new Error(`The tag ${at} does not exist`);
    ({ object: at, type } = parseTagLink(object.content));
  }
  return at;
}
