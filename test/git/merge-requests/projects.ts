// Repositories that can reach each other like those of one server.
import { Sql } from "../../../src/durable-objects/sqlite.ts";
import { byteStream } from "../../../src/git/archive/byte-stream.ts";
import type { OperationInput, OperationName, OperationResult } from "../../../src/git/operations/operations.ts";
import { operations } from "../../../src/git/operations/operations.ts";
import type { OtherRepositories } from "../../../src/git/repository/other-repositories.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import type { GitFolder } from "../git-folder.ts";
import { mirror } from "../transport/upload-server.ts";

export class Projects {
  readonly #repositories = new Map<number, Repository>();
  /** Awaited before each call between repositories, and before its result arrives. */
  pause: () => Promise<void> = async () => {};
  /** Transforms packs in transit. */
  spoil: (pack: Uint8Array) => Uint8Array = (pack) => pack;
  /** Total bytes of packs sent between repositories. */
  packBytes = 0;
  readonly #others: OtherRepositories = {
    find: async (id) =>
      this.#repositories.has(id)
        ? {
            branchTip: (branch) => this.#run(id, "branchTip", [branch]),
            resolveCommit: (revision) => this.#run(id, "resolveCommit", [revision]),
            packFor: (wants, haves) => this.#run(id, "packFor", [wants, haves]),
          }
        : null,
  };

  /** Empty on first use. */
  open(id: number): Repository {
    const known = this.#repositories.get(id);
    if (known !== undefined) return known;
    const repository = new Repository(new Sql(nodeStorage()), () => {}, this.#others);
    this.#repositories.set(id, repository);
    return repository;
  }

  /** Contains the folder's refs and objects. */
  async openCopy(id: number, folder: GitFolder): Promise<Repository> {
    const repository = this.open(id);
    await mirror(folder, repository);
    return repository;
  }

  /** Deletes the project. */
  destroy(id: number): void {
    this.#repositories.delete(id);
  }

  async #run<N extends OperationName>(id: number, name: N, input: OperationInput<N>): Promise<OperationResult<N>> {
    await this.pause();
    const result = await perform(this.open(id), name, structuredClone(input));
    await this.pause();
    if (!(result instanceof ReadableStream)) return asResult<N>(structuredClone(result));
    const pack = await new Response(result).bytes();
    this.packBytes += pack.length;
    return asResult<N>(byteStream([this.spoil(pack)]));
  }
}

function perform(repository: Repository, name: OperationName, input: readonly unknown[]): unknown {
  const operation = operations[name] as (repository: Repository, ...input: readonly unknown[]) => unknown;
  return operation(repository, ...input);
}

/** @param result returned by the operation of that name */
const asResult = <N extends OperationName>(result: unknown): OperationResult<N> => result as OperationResult<N>;

export const at = "2026-03-01T12:00:00.000Z";
export const master = { userId: 7, level: 40 };
export const developer = { userId: 8, level: 30 };
export const ann = { name: "Ann Example", email: "ann@example.com" };

export const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);
