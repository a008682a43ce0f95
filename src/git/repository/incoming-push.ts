// Receives a pack: stores its objects for this push only; one transaction then makes them part of the repository.
import { Buffer } from "node:buffer";
import type { Work } from "../budget.ts";
import { checkObject, refuseFaults } from "../objects/check-object.ts";
import { parseCommitLinks } from "../objects/commit.ts";
import { historicalFaults } from "../objects/faults.ts";
import { type ObjectType, OID_BYTES, type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import { type PlainCommit, readPlainCommit } from "../objects/plain-commit.ts";
import { parseTagLink } from "../objects/tag.ts";
import { entryType, TreeCursor } from "../objects/tree.ts";
import { ContentCache } from "../pack/content-cache.ts";
import { checkedTooLarge, MOST_CHECKED_BYTES, type PackLimits, pushLimits } from "../pack/limits.ts";
import { ObjectReader } from "../pack/object-reader.ts";
import { type PackedObject, PackResolver } from "../pack/pack-resolver.ts";
import { type PackSink, readPack } from "../pack/read-pack.ts";
import { inSlices } from "../slices.ts";
import { DotFiles } from "./dot-files.ts";
import { IncomingCommits } from "./incoming-commits.ts";
import { IncomingObjects } from "./incoming-objects.ts";
import { PackReferences } from "./pack-references.ts";
import { findRefTargets, type RefTarget } from "./ref-targets.ts";
import type { Repository } from "./repository.ts";

/** Bytes of the cache for objects that are read again at the end. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** One push, from its beginning until it is accepted or abandoned. */
export class IncomingPush {
  readonly #repository: Repository;
  readonly #objects: IncomingObjects;
  readonly #references: PackReferences;
  readonly #commits = new IncomingCommits();
  readonly #dotFiles = new DotFiles();
  /** Number of objects in the pack that are not resolved yet. */
  #remaining = 0;

  private constructor(repository: Repository, objects: IncomingObjects) {
    this.#repository = repository;
    this.#objects = objects;
    this.#references = new PackReferences((oids) => objects.findAccepted(oids));
  }

  static begin(repository: Repository): IncomingPush {
    return new IncomingPush(repository, IncomingObjects.begin(repository));
  }

  /**
   * Reads a pack to its end. Afterwards all of its objects are valid, and every object they reference exists. On an
   * error the push is abandoned. Call it only if a pack follows.
   *
   * @throws GitError for a bad pack or one over a limit; also the errors of `chunks`
   */
  async receive(chunks: AsyncIterable<Uint8Array>, limits: PackLimits = pushLimits): Promise<void> {
    const resolver = new PackResolver({
      stored: (oid) => this.#objects.stored(oid),
      keep: (object) => this.#keep(object),
      park: (offset, delta) => this.#objects.park(offset, delta),
      unpark: (offset) => this.#objects.unpark(offset),
    });
    try {
      await readPack(this.#alive(chunks), this.#checking(resolver), limits);
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  async *#alive(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#objects.stayAlive();
      yield chunk;
    }
    this.#objects.stayAlive();
  }

  #checking(resolver: PackResolver): PackSink {
    return {
      begin: (objects) => {
        this.#remaining = objects;
        this.#objects.begin(objects);
        resolver.begin(objects);
      },
      entry: (entry) => resolver.entry(entry),
      end: async () => {
        resolver.end();
        await inSlices(this.#objects.end());
        await inSlices(this.#references.check());
        await inSlices(this.#checkDotFiles());
        await inSlices(this.#commits.prepare(this.#repository.commits));
      },
    };
  }

  #keep(object: PackedObject): "kept" | "known" {
    this.#remaining -= 1;
    const { oid, type, content } = object;
    if (this.#references.hasReceived(oid) || !this.#objects.insert(object)) return "known";
    this.#references.received(oid, type);
    if (content !== null && type !== "blob") this.#check(oid, type, content);
    this.#references.checkWhenMany(this.#remaining);
    return "kept";
  }

  #check(oid: Uint8Array, type: Exclude<ObjectType, "blob">, content: Uint8Array): void {
    if (content.length > MOST_CHECKED_BYTES) throw checkedTooLarge(type, oidFrom(oid), content.length);
    const plain = type === "commit" ? readPlainCommit(content) : null;
    if (plain !== null) this.#addCommit(oid, plain);
    else this.#checkInFull(oid, type, content);
  }

  #checkInFull(oid: Uint8Array, type: Exclude<ObjectType, "blob">, content: Uint8Array): void {
    const checked = checkObject(type, content);
    if (checked.faults.length > 0) refuseFaults({ type, oid: oidFrom(oid) }, checked.faults, historicalFaults);
    this.#dotFiles.add(checked);
    if (type === "tree") this.#nameEntries(content);
    else if (type === "commit") this.#addCommit(oid, linksOf(content));
    else this.#nameTagged(content);
  }

  #nameEntries(tree: Uint8Array): void {
    const cursor = new TreeCursor(tree);
    while (cursor.next()) {
      const type = entryType(cursor.mode);
      if (type === "commit") continue;
      this.#references.named(tree, cursor.oidStart, type);
      this.#references.checkWhenMany(this.#remaining);
    }
  }

  #addCommit(oid: Uint8Array, { links, time }: PlainCommit): void {
    this.#commits.add(oid, links, time);
    this.#references.named(links, 0, "tree");
    for (let at = OID_BYTES; at < links.length; at += OID_BYTES) this.#references.named(links, at, "commit");
  }

  #nameTagged(tag: Uint8Array): void {
    const { object, type } = parseTagLink(tag);
    this.#references.named(oidBytes(object), 0, type);
  }

  /** As {@link findRefTargets}, among the objects of this push, too. Call it after `receive`. */
  findTargets(oids: Iterable<Oid>): Work<Map<Oid, RefTarget>> {
    return findRefTargets(oids, { stored: (oid) => this.#objects.stored(oid), reader: this.#reader() });
  }

  #reader(): ObjectReader {
    return new ObjectReader((oid) => this.#objects.stored(oid), new ContentCache(CACHE_BYTES));
  }

  #checkDotFiles(): Work<void> {
    const reader = this.#reader();
    return this.#dotFiles.check((oid) => {
      const object = reader.read(oid);
      if (object === null) throw new Error(`The blob ${oid} does not exist`);
      return object.content;
    });
  }

  /**
   * Makes the objects part of the repository. Belongs in the transaction that moves the refs (`RefChange.addObjects`).
   */
  accept(): void {
    this.#objects.accept();
    this.#commits.addTo(this.#repository.commits);
  }

  /** Leaves the objects to the garbage collection unless they were accepted. */
  abandon(): void {
    this.#objects.abandon();
  }
}

function linksOf(content: Uint8Array): PlainCommit {
  const { tree, parents, time } = parseCommitLinks(content);
  return { links: Buffer.from(tree + parents.join(""), "hex"), time };
}
