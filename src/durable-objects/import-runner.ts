// Makes the attempts of a repository's import, one at a time, from the alarm of its object.
import { continueImport } from "../git/import/import-repository.ts";
import type { ImportSource, Network } from "../git/import/remote.ts";
import type { Repository } from "../git/repository/repository.ts";

export type ReachableSource = ImportSource & { readonly network: Network };

interface ImportHost {
  readonly repository: Repository;
  /** Null once the import has ended. The signal aborts its requests. */
  source(signal: AbortSignal): Promise<ReachableSource | null>;
  /** Drains the outbox, unless it waits after a failure. Never rejects. */
  drain(): Promise<void>;
  /** Sets the alarm. */
  wakeIn(milliseconds: number): void;
  isGone(): boolean;
}

/** Milliseconds. The alarm also drains the outbox, so a longer pause of the import is waited for in parts. */
const LONGEST_PAUSE = 60_000;

export class ImportRunner {
  readonly #host: ImportHost;
  #running: Promise<void> | undefined;
  readonly #abort = new AbortController();

  constructor(host: ImportHost) {
    this.#host = host;
  }

  /** Makes an attempt if one is due; resolves when it has ended. Other requests are served meanwhile. */
  run(): Promise<void> {
    this.#running ??= this.#attempt().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** For a repository that is gone. */
  stop(): void {
    this.#abort.abort();
  }

  async #attempt(): Promise<void> {
    const { repository, drain, wakeIn, isGone } = this.#host;
    const source = () => this.#host.source(this.#abort.signal);
    try {
      const pause = await continueImport(repository, { source, announce: drain, clock: Date.now });
      await drain();
      if (pause !== null) wakeIn(Math.min(pause, LONGEST_PAUSE));
    } catch (error) {
      if (isGone()) throw error;
      console.error("An import was interrupted", error);
      wakeIn(LONGEST_PAUSE);
    }
  }
}
