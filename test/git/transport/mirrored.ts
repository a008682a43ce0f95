// Folders and repositories that mirror them, for tests that begin alike.
import { type ObjectStorage, Sql } from "../../../src/durable-objects/sqlite.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { repositoryStorage } from "../../support/runtime/migrated-storage.ts";
import { type GitFolder, SharedFolder } from "../git-folder.ts";
import { mirror } from "./upload-server.ts";

/** A folder and a repository that mirrors it, both only read. */
export interface Mirrored {
  readonly folder: SharedFolder;
  readonly repository: Repository;
  /** A repository like this one, which a test may change. @param watched wraps its storage */
  copy(watched?: (storage: ObjectStorage) => ObjectStorage): Repository;
}

/** What several tests begin with is made once. @param make of the folder, which is moved */
export type Once = (
  name: string,
  make: () => GitFolder,
  change?: (repository: Repository) => void,
) => Promise<Mirrored>;

export function once(): Once {
  const made = new Map<string, Promise<Mirrored>>();
  return (name, make, change = () => {}) => {
    const mirrored = made.get(name) ?? mirrorOf(new SharedFolder(make()), change);
    made.set(name, mirrored);
    return mirrored;
  };
}

async function mirrorOf(folder: SharedFolder, change: (repository: Repository) => void): Promise<Mirrored> {
  const storage = repositoryStorage();
  const repository = new Repository(new Sql(storage), () => {});
  await mirror(folder, repository);
  change(repository);
  const image = storage.image();
  return {
    folder,
    repository,
    copy: (watched = (own) => own) => new Repository(new Sql(watched(nodeStorage(image))), () => {}),
  };
}
