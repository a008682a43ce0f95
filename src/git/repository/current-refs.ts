// A view of the refs during an update of several refs.
import type { Oid } from "../objects/oid.ts";
import { enclosingNames, type RefName } from "../refs/ref-name.ts";
import type { Ref, RefStore } from "./ref-store.ts";

export interface CurrentRefs {
  /** Null for a ref that does not exist. */
  oid(name: RefName): Oid | null;
  /** An existing ref that conflicts with this name, because one would be a folder and the other a file. */
  conflictingWith(name: RefName): RefName | null;
  set(ref: Ref): void;
  delete(name: RefName): void;
  /** Call it last, within the transaction: earlier calls may be buffered. */
  store(): void;
}

/** From this many updates on, reading all refs at once is faster than reading each. */
const MANY = 50;

export const currentRefs = (refs: RefStore, updates: number): CurrentRefs =>
  updates < MANY ? new StoredRefs(refs) : new LoadedRefs(refs);

class StoredRefs implements CurrentRefs {
  readonly #refs: RefStore;

  constructor(refs: RefStore) {
    this.#refs = refs;
  }

  oid(name: RefName): Oid | null {
    return this.#refs.get(name)?.oid ?? null;
  }

  conflictingWith(name: RefName): RefName | null {
    const above = enclosingNames(name).find((folder) => this.#refs.get(folder) !== null);
    return above ?? this.#refs.firstIn(`${name}/`);
  }

  set(ref: Ref): void {
    this.#refs.set(ref);
  }

  delete(name: RefName): void {
    this.#refs.delete(name);
  }

  store(): void {}
}

class LoadedRefs implements CurrentRefs {
  readonly #refs: RefStore;
  readonly #oids: Map<RefName, Oid>;
  /** By folder: names of the refs in it. */
  readonly #folders = new Map<RefName, Set<RefName>>();
  readonly #set = new Map<RefName, Ref>();
  readonly #deleted = new Set<RefName>();

  constructor(refs: RefStore) {
    this.#refs = refs;
    this.#oids = new Map(refs.list().map(({ name, oid }) => [name, oid]));
    for (const name of this.#oids.keys()) this.#addToFolders(name);
  }

  oid(name: RefName): Oid | null {
    return this.#oids.get(name) ?? null;
  }

  conflictingWith(name: RefName): RefName | null {
    const above = enclosingNames(name).find((folder) => this.#oids.has(folder));
    const [below = null] = this.#folders.get(name) ?? [];
    return above ?? below;
  }

  #addToFolders(name: RefName): void {
    for (const folder of enclosingNames(name)) {
      const names = this.#folders.get(folder);
      if (names === undefined) this.#folders.set(folder, new Set([name]));
      else names.add(name);
    }
  }

  set(ref: Ref): void {
    this.#oids.set(ref.name, ref.oid);
    this.#addToFolders(ref.name);
    this.#set.set(ref.name, ref);
  }

  delete(name: RefName): void {
    this.#oids.delete(name);
    for (const folder of enclosingNames(name)) this.#folders.get(folder)?.delete(name);
    this.#deleted.add(name);
  }

  store(): void {
    this.#refs.deleteAll([...this.#deleted]);
    this.#refs.setAll([...this.#set.values()]);
  }
}
