// Remembers where each caller's last request left the database, for clients that do not send their bookmark.
import { laterBookmark } from "./d1-sessions.ts";

interface Remembered {
  readonly bookmark: string;
  /** When it was noted first, in milliseconds since 1970. A later state has its own time. */
  readonly at: number;
}

/** The newest bookmark of each caller. Forgets the caller who was noted longest ago when it is full. */
export class Bookmarks {
  readonly #byCaller = new Map<string, Remembered>();
  readonly #most: number;
  readonly #longest: number;
  readonly #clock: () => number;

  /** @param longest milliseconds after which a bookmark is forgotten @param clock milliseconds since 1970 */
  constructor(most: number, longest: number, clock: () => number = Date.now) {
    this.#most = most;
    this.#longest = longest;
    this.#clock = clock;
  }

  find(caller: string): string | null {
    const remembered = this.#byCaller.get(caller);
    return remembered !== undefined && this.#clock() - remembered.at <= this.#longest ? remembered.bookmark : null;
  }

  /** Requests end in any order: an older bookmark does not replace a newer one. */
  note(caller: string, bookmark: string): void {
    const known = this.find(caller) === null ? undefined : this.#byCaller.get(caller);
    const isKnown = known !== undefined && laterBookmark(known.bookmark, bookmark) === known.bookmark;
    this.#byCaller.delete(caller);
    const [oldest] = this.#byCaller.keys();
    if (this.#byCaller.size >= this.#most && oldest !== undefined) this.#byCaller.delete(oldest);
    this.#byCaller.set(caller, isKnown ? known : { bookmark, at: this.#clock() });
  }
}
