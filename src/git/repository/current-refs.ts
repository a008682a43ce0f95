// The refs while an update of some of them is under way.
import type { Oid } from "../objects/oid.ts";
import { enclosingNames, type RefName } from "../refs/ref-name.ts";
import type { Ref, RefStore } from "./ref-store.ts";

export interface CurrentRefs {
  /** Null for a ref that is not there. */
  oid(name: RefName): Oid | null;
  /** A ref beside which one of this name cannot be: it would be a folder and a file. */
  inTheWayOf(name: RefName): RefName | null;
  set(ref: Ref): void;
  delete(name: RefName): void;
  /** To be called at the end, within the transaction: what was set and deleted need not be stored before. */
  store(): void;
}

/** From so many updates on, reading all refs at once takes less time than asking for each. */
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

  inTheWayOf(name: RefName): RefName | null {
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
  /** The names of the refs in each folder. */
  readonly #folders = new Map<RefName, Set<RefName>>();
  readonly #set = new Map<RefName, Ref>();
  readonly #deleted = new Set<RefName>();

  constructor(refs: RefStore) {
    this.#refs = refs;
    this.#oids = new Map(refs.list().map(({ name, oid }) => [name, oid]));
    for (const name of this.#oids.keys()) this.#enter(name);
  }

  oid(name: RefName): Oid | null {
    return this.#oids.get(name) ?? null;
  }

  inTheWayOf(name: RefName): RefName | null {
    const above = enclosingNames(name).find((folder) => this.#oids.has(folder));
    const [below = null] = this.#folders.get(name) ?? [];
    return above ?? below;
  }

  #enter(name: RefName): void {
    for (const folder of enclosingNames(name)) {
      const names = this.#folders.get(folder);
      if (names === undefined) this.#folders.set(folder, new Set([name]));
      else names.add(name);
    }
  }

  set(ref: Ref): void {
    this.#oids.set(ref.name, ref.oid);
    this.#enter(ref.name);
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
