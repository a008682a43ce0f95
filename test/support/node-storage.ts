// A repository on Node's own SQLite, as it stands on a Durable Object's otherwise.

import { type ObjectStorage, Sql } from "../../src/durable-objects/sqlite.ts";
import { Repository } from "../../src/git/repository/repository.ts";
import { MemoryStorage } from "./runtime/storage.ts";

/** In memory; blobs come as ArrayBuffers, as a Durable Object gives them. */
export const nodeStorage = (): ObjectStorage => new MemoryStorage();

/** Empty. */
export const openRepository = (): Repository => new Repository(new Sql(nodeStorage()), () => {});
