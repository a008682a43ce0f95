// `npm run bench:start`: how long the first request takes that a new isolate serves, of this Worker and of a bare Hono
// Worker, in turns. It includes compiling and running the whole bundle; the second request does not. Then `npm start`.
import { boot } from "../scripts/boot.ts";
import { build } from "../scripts/build.ts";
import { Client, median, type Target } from "./load.ts";
import { timeStartCommand } from "./start-command.ts";

const ROUNDS = 9;
const health: Target = { name: "health", method: "GET", path: "/-/health" };

interface Subject {
  readonly name: string;
  readonly entry?: string;
  readonly bundle: string;
  readonly first: number[];
  readonly second: number[];
}

const bareEntry = "bench/bare-worker.ts";

const subjects: Subject[] = [
  { name: "bare Hono Worker", entry: bareEntry, bundle: await build("d1", bareEntry), first: [], second: [] },
  { name: "Tributary", bundle: await build("d1"), first: [], second: [] },
];

for (let round = 0; round < ROUNDS; round += 1) for (const subject of subjects) await measure(subject);

console.log("| Worker | first request, ms | second |\n|---|---|---|");
for (const { name, first, second } of subjects) {
  console.log(`| ${name} | ${median(first).toFixed(1)} | ${median(second).toFixed(1)} |`);
}
await timeStartCommand();

/** Boots a server whose isolate has served nothing yet. */
async function measure({ entry, bundle, first, second }: Subject): Promise<void> {
  const server = await boot({
    port: 0,
    stateDir: null,
    database: "d1",
    vars: { ROOT_TOKEN: "root-of-the-bench" },
    bundle,
    ...(entry !== undefined && { entry }),
  });
  const client = new Client(server.url.origin, 1);
  try {
    first.push((await client.once(health)).took);
    second.push((await client.once(health)).took);
  } finally {
    client.close();
    await server.dispose();
  }
}
