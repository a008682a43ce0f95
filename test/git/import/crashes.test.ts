// A process that dies while it imports: the next one ends the import as if nothing had happened.
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ObjectStorage } from "../../../src/durable-objects/sqlite.ts";
import { GitRemote, gitBackend } from "../../support/git-remote.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { sampled } from "../../support/sample.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";
import { Importing } from "./importing.ts";

const folder = randomHistory(new Random(11), { commits: 60 });
afterAll(() => folder[Symbol.dispose]());

interface Recorded {
  readonly type: string | null;
  readonly body: ArrayBuffer;
}

const url = "https://example.org/repository.git";
/** What git answered to the requests of one import, which are the same each time. */
const answers = new Map<string, Recorded>();
const keyOf = (at: string, { body }: RequestInit) =>
  `${new URL(at).pathname} ${body instanceof Uint8Array ? Buffer.from(body).toString("latin1") : ""}`;

beforeAll(async () => {
  await using remote = await GitRemote.start(gitBackend(`${folder.path}/.git`));
  const record = async (at: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(at, init);
    answers.set(keyOf(at, init), {
      type: response.headers.get("content-type"),
      body: await response.clone().arrayBuffer(),
    });
    return response;
  };
  await new Importing(remote.url).toItsEnd({ network: { fetch: record, isAllowed: () => true } });
});

function replay(at: string, init: RequestInit): Response {
  const recorded = answers.get(keyOf(at, init));
  if (recorded === undefined) throw new Error(`Git was not asked for ${keyOf(at, init)}`);
  return new Response(recorded.body, { headers: { "content-type": recorded.type ?? "" } });
}

class Killed extends Error {}

/** Steps that a process may begin; at the last one it dies, and everything that it does later fails. */
class Life {
  #left: number;
  #isOver = false;

  constructor(steps: number) {
    this.#left = steps;
  }

  step(): void {
    this.#left -= 1;
    this.#isOver ||= this.#left < 0;
    if (this.#isOver) throw new Killed();
  }

  get stepsLeft(): number {
    return this.#left;
  }
}

/** Each statement and each end of a transaction is a step. */
function mortal({ sql, transactionSync }: ObjectStorage, life: Life): ObjectStorage {
  return {
    sql: {
      exec(query, ...bindings) {
        life.step();
        return sql.exec(query, ...bindings);
      },
      get databaseSize() {
        return sql.databaseSize;
      },
    },
    transactionSync(work) {
      const result = transactionSync(() => {
        const inside = work();
        life.step();
        return inside;
      });
      life.step();
      return result;
    },
  };
}

/** A process with a number of steps to live. Returns the steps that were left at the end of the import. */
async function live(storage: ObjectStorage, steps: number, leastPacked = 1_000): Promise<number> {
  const life = new Life(steps);
  const network = {
    isAllowed: () => true,
    async fetch(at: string, init: RequestInit) {
      life.step();
      return replay(at, init);
    },
  };
  try {
    const importing = new Importing(url, mortal(storage, life));
    importing.repository.leastPacked = leastPacked;
    await importing.toItsEnd({ network });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  return life.stepsLeft;
}

/** More steps than an import has. */
const MANY = 1_000_000;

/** The end of an import after some processes that died early. */
async function imported(deaths: readonly number[], leastPacked?: number): Promise<object> {
  const storage = nodeStorage();
  for (const steps of deaths) await live(storage, steps, leastPacked);
  await live(storage, MANY, leastPacked);
  return new Importing(url, storage).state;
}

describe("an import whose process dies ends as one whose process does not", () => {
  test.each([
    ["rows", 1_000, 0],
    ["a pack", 1, 1],
  ])("at every step, with its objects in %s", async (_, leastPacked, row) => {
    const count = MANY - (await live(nodeStorage(), MANY, leastPacked));
    const steps = Array.from({ length: count }, (_each, step) => step);
    const expected = await imported([], leastPacked);
    expect(expected).toMatchObject({ head: "refs/heads/main", isOver: true });
    for (const step of sampled(steps, row)) {
      expect({ step, end: await imported([step], leastPacked) }).toEqual({ step, end: expected });
    }
  });

  test.each([1, 2, 3, 4, 5, 6])("three times, at random (seed %i)", async (seed) => {
    const random = new Random(seed);
    const deaths = [random.below(300), random.below(300), random.below(300)];
    expect({ deaths, end: await imported(deaths) }).toEqual({ deaths, end: await imported([]) });
  });
});

test("an import that kills its process each time fails after four times", async () => {
  expect(await imported([50, 50, 50, 50])).toMatchObject({
    refs: [],
    head: null,
    isOver: true,
    events: [
      { kind: "import", status: "started" },
      { kind: "import", status: "failed", error: "The import was interrupted 4 times." },
    ],
    rows: [0, 0, 0, 0, 0, 0, 0],
  });
});
