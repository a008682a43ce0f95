// Fixture: a database whose replicas never get what is written from now on.
import { Random } from "../git/random.ts";
import type { OwnWorker } from "../support/own-worker.ts";
import { createWorld, type World } from "./replica-simulation.ts";

/** Ticks that no test lets pass. */
const NEVER = 1_000_000_000;

/** A world whose replicas have nothing yet of what is written from now on. */
export async function laggingWorld() {
  const lagging = await createWorld();
  const [here, there] = lagging.isolates;
  if (here === undefined || there === undefined) throw new Error("A world has two isolates");
  await here.settle();
  const world = { ...lagging, here, there };
  await catchUp(world);
  return world;
}

/** The answers of ten reads, which are served by different replicas. */
export async function often<T>(read: () => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (let reads = 0; reads < 10; reads += 1) found.push(await read());
  return found;
}

/** Gives the replicas all that was written, and nothing of what follows. */
export async function catchUp({ d1, here, token }: Pick<World, "d1" | "token"> & { readonly here: OwnWorker }) {
  d1.advance(1);
  d1.configure(new Random(1), [0, 0]);
  // Every replica is read once, so that it has what was written before.
  for (let reads = 0; reads < 20; reads += 1) await here.call("GET", "/user", { token });
  d1.configure(new Random(1), [NEVER, NEVER]);
}
