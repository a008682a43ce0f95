// Imports into repositories of this process, and remote servers that answer as a test says.
import type { ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type ObjectStorage, Sql } from "../../../src/durable-objects/sqlite.ts";
import { continueImport, scheduleImport } from "../../../src/git/import/import-repository.ts";
import { type Network, type RemoteLimits, remoteLimits } from "../../../src/git/import/remote.ts";
import { dataPacket, flushPacket, sideband } from "../../../src/git/protocol/pkt-line.ts";
import type { RepositoryEvent } from "../../../src/git/repository/outbox.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import type { Respond } from "../../support/git-remote.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { collectAll } from "../repository/pushing.ts";

export const anywhere: Network = { fetch: (url, init) => fetch(url, init), isAllowed: () => true };

interface Attempts {
  readonly network?: Network;
  readonly limits?: Partial<RemoteLimits>;
}

/** An import into an empty repository, with a clock that stands still between attempts. */
export class Importing {
  readonly storage: ObjectStorage;
  readonly repository: Repository;
  readonly #url: string;
  readonly #authorization: string | null;
  #now = 1_000_000_000_000;

  constructor(url: string, storage: ObjectStorage = nodeStorage(), authorization: string | null = null) {
    this.#authorization = authorization;
    this.#url = url;
    this.storage = storage;
    this.repository = new Repository(new Sql(storage), () => {});
    if (this.repository.settings.get("origin") !== null) return;
    scheduleImport(this.repository);
    this.repository.settings.set("origin", "known");
  }

  /** Milliseconds until the next attempt; null once the import has ended. */
  attempt({ network = anywhere, limits = {} }: Attempts = {}): Promise<number | null> {
    return continueImport(this.repository, {
      source: async () => ({ url: this.#url, authorization: this.#authorization, network }),
      announce: async () => {},
      limits: { ...remoteLimits, ...limits },
      clock: () => this.#now,
    });
  }

  /** Makes attempts as soon as they are due. Returns the pauses between them, in milliseconds. */
  async toItsEnd(attempts: Attempts = {}): Promise<number[]> {
    const pauses: number[] = [];
    for (let pause = await this.attempt(attempts); pause !== null; pause = await this.attempt(attempts)) {
      pauses.push(pause);
      this.#now += pause;
    }
    return pauses;
  }

  get events(): RepositoryEvent[] {
    return this.repository.outbox.next(100).map(({ event }) => event);
  }

  /** What is left, without what the garbage collection deletes. */
  get state(): object {
    collectAll(this.repository);
    const { sql, refs, settings, protectedBranches } = this.repository;
    const count = (table: string) => sql.first<{ rows: number }>(`select count(*) as rows from ${table}`)?.rows;
    return {
      refs: refs.list(),
      head: refs.head,
      isProtected: [...protectedBranches.all().keys()],
      isOver: settings.get("import") === null,
      events: this.events,
      rows: ["objects", "chunks", "packs", "pack_rows", "commits", "open_pushes", "parked_deltas"].map(count),
    };
  }
}

interface Script {
  /** Lines of the answer to `ls-refs`. */
  readonly refs: readonly string[];
  /** Answers `fetch`. */
  readonly fetch: (response: ServerResponse) => void;
}

/** A server of protocol version 2 that answers as told. */
export const scripted =
  ({ refs, fetch }: Script): Respond =>
  async (request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/x-git-upload-pack-advertisement");
      response.end(Buffer.concat([...["version 2\n", "ls-refs\n", "fetch\n"].map(dataPacket), flushPacket()]));
      return;
    }
    response.setHeader("content-type", "application/x-git-upload-pack-result");
    const body = await buffer(request);
    if (!body.includes("command=ls-refs")) return fetch(response);
    response.end(Buffer.concat([...refs.map((line) => dataPacket(`${line}\n`)), flushPacket()]));
  };

/** The answer to `fetch` with these bytes as the pack. */
export const packResponse = (pack: Uint8Array): Buffer =>
  Buffer.concat([dataPacket("packfile\n"), sideband(1, pack), flushPacket()]);
