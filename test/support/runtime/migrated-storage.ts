// Storages that have the tables of a repository. One is migrated in each process; the others begin as copies of its bytes.
import { Sql } from "../../../src/durable-objects/sqlite.ts";
import { repositorySteps } from "../../../src/git/repository/schema.ts";
import { MemoryStorage } from "./storage.ts";

/** As the first use of an empty storage leaves it, for a quarter of the time. */
export function repositoryStorage(): MemoryStorage {
  image ??= makeImage();
  return new MemoryStorage(image);
}

let image: Uint8Array | undefined;

function makeImage(): Uint8Array {
  const storage = new MemoryStorage();
  new Sql(storage).migrate(repositorySteps);
  return storage.image();
}
