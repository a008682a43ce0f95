// A repository on Node's SQLite instead of a Durable Object's.

import { type ObjectStorage, Sql } from "../../src/durable-objects/sqlite.ts";
import { Repository } from "../../src/git/repository/repository.ts";
import { repositoryStorage } from "./runtime/migrated-storage.ts";
import { MemoryStorage } from "./runtime/storage.ts";

/** In-memory storage. Returns blobs as ArrayBuffers, as a Durable Object does. @param image of a storage to copy */
export const nodeStorage = (image?: Uint8Array): ObjectStorage => new MemoryStorage(image);

/** An empty repository. @param leastPacked number of objects from which on a push is stored as a pack */
export function openRepository(leastPacked = 1_000): Repository {
  const repository = new Repository(new Sql(repositoryStorage()), () => {});
  repository.leastPacked = leastPacked;
  return repository;
}
