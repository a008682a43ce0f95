// Chooses how old the state may be that a request reads (GLOBAL_READS), and returns the state it has seen.
import { Bookmarks } from "../db/bookmarks.ts";
import { ANYWHERE, laterBookmark, PRIMARY } from "../db/d1-sessions.ts";
import type { Database } from "../db/database.ts";
import { BOOKMARK } from "../durable-objects/repositories.ts";
import { ApiError, badParameters } from "../http/errors.ts";
import type { ViewerKey } from "../permissions/visible.ts";

/** Callers whose bookmark an isolate remembers: 300 bytes each. */
const MOST_CALLERS = 5_000;
/** Milliseconds. Far more than replicas lag. */
const LONGEST_MEMORY = 300_000;

/** One memory for each database that this isolate reads. */
const memories = new WeakMap<object, Bookmarks>();

function memoryOf(database: object): Bookmarks {
  const known = memories.get(database) ?? new Bookmarks(MOST_CALLERS, LONGEST_MEMORY);
  memories.set(database, known);
  return known;
}

/** Refusals that a lagging replica may cause: it lacks the token, the record, or the membership. */
const doubtful: ReadonlySet<number> = new Set([401, 403, 404]);

/** The consistency of one request. */
export class GlobalReads {
  readonly #db: Database;
  readonly #memory: Bookmarks;
  /** Null where nothing is to be remembered: a bookmark that a client sends may be of another database. */
  #caller: string | null = null;
  #hasToken = false;
  #bookmark: string | null = null;
  #isOld = false;

  /** @param db begins at the primary @param binding what the isolate remembers its bookmarks by */
  constructor(db: Database, binding: object) {
    this.#db = db;
    this.#memory = memoryOf(binding);
  }

  /**
   * To be called once the caller is known, before the first query of an API request. Writes stay at the primary.
   *
   * @param written the bookmark of what a browser has written before, which it sends as a cookie
   * @throws ApiError 400 for a bookmark that D1 did not make
   */
  begin({ method, headers }: Request, caller: string | null, written: string | null = null): void {
    this.#caller = caller;
    this.#hasToken = caller !== null;
    const given = headers.get(BOOKMARK);
    if (given !== null && !isStart(given)) throw badParameters([`${BOOKMARK} is invalid`]);
    if (method !== "GET" && method !== "HEAD") return;
    const own = written !== null && isBookmark(written) ? written : null;
    if (given !== null || own !== null) this.#caller = null;
    if (given !== null && isBookmark(given)) this.#bookmark = given;
    const remembered = caller === null ? null : this.#memory.find(caller);
    const start = given ?? laterBookmark(own, remembered ?? null) ?? ANYWHERE;
    this.#isOld = start !== PRIMARY;
    this.#db.startAt(start);
  }

  /** As {@link begin} for git clients, who send no bookmark and always read from the primary. */
  beginAtPrimary(caller: string | null): void {
    this.#caller = caller;
  }

  /** Adds the state that a Durable Object has made on behalf of this request. */
  note(bookmark: string): void {
    this.#bookmark = laterBookmark(this.#bookmark, bookmark);
  }

  /**
   * Repeats a read at the primary that was refused, or that found no user for its token: endpoints open to the anonymous
   * do not refuse it. So neither happens because a replica lags.
   */
  async recheck(work: () => Promise<Response>): Promise<Response> {
    try {
      const response = await work();
      if (!this.#isOld || !this.#isUnknown) return response;
      void response.body?.cancel();
    } catch (error) {
      const isDoubtful = error instanceof ApiError && doubtful.has(error.status);
      if (!isDoubtful || !this.#isOld || this.#db.cost.roundTrips === 0) throw error;
    }
    this.#db.startAt(PRIMARY);
    return await work();
  }

  /** True if the database was read and has no user for the token. */
  get #isUnknown(): boolean {
    return this.#hasToken && this.#db.viewer?.viewer_id === null;
  }

  /** Names the newest state that this request has seen or made; null if it has not read the database. */
  get bookmark(): string | null {
    return laterBookmark(this.#bookmark, this.#db.bookmark);
  }

  /** Returns the bookmark, and remembers it unless the token is unknown: anybody can make well-formed tokens. */
  end({ status, headers }: Response): void {
    const { bookmark } = this;
    if (bookmark === null) return;
    headers.set(BOOKMARK, bookmark);
    if (this.#caller !== null && status !== 401 && !this.#isUnknown) this.#memory.note(this.#caller, bookmark);
  }
}

/** The key of a caller in the memory of bookmarks: the token's hash, or null for the anonymous. */
export function callerOf({ token_hash, known_id, known_username }: ViewerKey): string | null {
  return token_hash ?? (known_id === null && known_username === null ? null : "root");
}

/** The form is D1's own. D1 calls it opaque, so that the number of digits is not checked. */
const isBookmark = (text: string): boolean => /^[0-9a-f]{1,32}(-[0-9a-f]{1,32}){3}$/.test(text);

const isStart = (text: string): boolean => text === PRIMARY || text === ANYWHERE || isBookmark(text);
