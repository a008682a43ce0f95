// Random clients of two isolates over a database whose replicas lag: what each read, and in which order it was written.
import { Random } from "../git/random.ts";
import { OwnWorker } from "../support/own-worker.ts";
import { ReplicatedD1 } from "../support/runtime/replicated-d1.ts";

export interface World {
  readonly d1: ReplicatedD1;
  readonly isolates: readonly OwnWorker[];
  readonly token: string;
  /** Path of the project. */
  readonly path: string;
}

export async function createWorld(): Promise<World> {
  const d1 = await ReplicatedD1.migrated();
  const worker = await OwnWorker.start({ GLOBAL_READS: "true" }, { database: d1.binding() });
  const { token } = await worker.createUser("owner");
  const { id } = await worker.ok("POST", "/projects", { token, body: { name: "project" } });
  return { d1, isolates: [worker, worker.isolate(d1.binding())], token, path: `/projects/${id}` };
}

/** `header`: sends the bookmark it got last, to any isolate. `isolate`: sends none, to one. `neither`: none, to any. */
export type Kind = "header" | "isolate" | "neither";

/** A title that a client read, and the one it had read or written before. */
interface Reading {
  readonly kind: Kind;
  readonly title: string;
  readonly before: string;
}

export interface Course {
  readonly readings: readonly Reading[];
  /** Titles in the order in which they were written. */
  readonly history: readonly string[];
  /** Edits that named another old title than the edit before them had written. */
  readonly lostUpdates: readonly string[];
  readonly written: number;
}

class Client {
  readonly readings: Reading[] = [];
  readonly kind: Kind;
  readonly #world: World;
  readonly #issue: string;
  readonly #random: Random;
  #isolate: OwnWorker;
  #bookmark: string | undefined;
  #last: string;

  constructor(world: World, kind: Kind, issue: string, title: string, bookmark: string | undefined, random: Random) {
    this.kind = kind;
    this.#world = world;
    this.#issue = issue;
    this.#random = random;
    this.#last = title;
    this.#isolate = random.pick(world.isolates);
    this.#bookmark = kind === "header" ? bookmark : undefined;
  }

  async write(title: string): Promise<void> {
    await this.#call("PUT", { title });
    this.#last = title;
  }

  async read(): Promise<void> {
    const title = await this.#call("GET");
    this.readings.push({ kind: this.kind, title, before: this.#last });
    // Such a client has no guarantee: an old title says nothing about its next reading.
    if (this.kind !== "neither") this.#last = title;
  }

  async #call(method: string, body?: object): Promise<string> {
    if (this.kind !== "isolate") this.#isolate = this.#random.pick(this.#world.isolates);
    const answer = await this.#isolate.call(method, this.#issue, {
      token: this.#world.token,
      ...(this.#bookmark !== undefined && { headers: { "x-d1-bookmark": this.#bookmark } }),
      ...(body && { body }),
    });
    if (answer.status !== 200) throw new Error(`${method} gave ${answer.status}: ${answer.text}`);
    if (this.kind === "header") this.#bookmark = answer.headers.get("x-d1-bookmark") ?? undefined;
    return answer.body.title;
  }
}

/** Runs the clients of one seed, now and then at the same time. */
export async function simulate(world: World, seed: number): Promise<Course> {
  const random = new Random(seed);
  const { d1, isolates, token, path } = world;
  d1.configure(random, [random.pick([0, 1, 5]), random.pick([2, 10, 1_000_000])]);
  const title = `${seed}-0`;
  const created = await random.pick(isolates).call("POST", `${path}/issues`, { token, body: { title } });
  const issue = `${path}/issues/${created.body.id}`;
  const bookmark = created.headers.get("x-d1-bookmark") ?? undefined;
  // A client without the header has done nothing yet in its isolate.
  const kinds: Kind[] = ["header", "header", "isolate", "neither"];
  const clients = kinds.map((kind) => new Client(world, kind, issue, title, bookmark, random));
  let written = 0;
  for (let step = 0; step < 8; step += 1) {
    d1.advance(random.below(4));
    const chosen = clients.filter(() => random.chance(50));
    await Promise.all(
      chosen.map((client) => {
        if (!random.chance(40)) return client.read();
        written += 1;
        return client.write(`${seed}-${written}`);
      }),
    );
  }
  return { ...(await historyOf(world, issue, title)), written, readings: clients.flatMap(({ readings }) => readings) };
}

/** From the notes of the edits, each of which names the title that it found and the title that it wrote. */
async function historyOf({ isolates, token, path }: World, issue: string, first: string) {
  const headers = { "x-d1-bookmark": "first-primary" };
  const notes = await isolates[0]?.ok("GET", `${issue}/notes?per_page=100`, { token, headers });
  if (!Array.isArray(notes)) throw new Error(`The notes of an issue of ${path} are no list`);
  const edits = notes
    .toSorted((a, b) => a.id - b.id)
    .map(({ body }) =>
      [
        ...String(body)
          .replaceAll(/[{}+]|-\}|\{-/g, "")
          .matchAll(/(\d+-\d+)/g),
      ].map(([found]) => found),
    );
  const history = [first];
  const lostUpdates: string[] = [];
  for (const [from, to] of edits) {
    if (from !== history.at(-1)) lostUpdates.push(`${history.at(-1)} was overwritten by ${to}, which had read ${from}`);
    history.push(to ?? "");
  }
  return { history, lostUpdates };
}
