// A repository on Node's SQLite instead of a Durable Object's.

import { type ObjectStorage, Sql } from "../../src/durable-objects/sqlite.ts";
import { Repository } from "../../src/git/repository/repository.ts";
import { MemoryStorage } from "./runtime/storage.ts";

/** In-memory storage. Returns blobs as ArrayBuffers, as a Durable Object does. */
export const nodeStorage = (): ObjectStorage => new MemoryStorage();

/** An empty repository. */
export const openRepository = (): Repository => new Repository(new Sql(nodeStorage()), () => {});
